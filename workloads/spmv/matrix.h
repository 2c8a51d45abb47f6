// A square sparse matrix as it comes from a file or a generator: entries in any order, and then
// sorted by rows and columns, which is what the storage formats are made from.
#pragma once

#include <string.h>

#include "failure.h"

// Indices are int as in LIS, so that formats have the sizes they have there.
struct entries {
  long n;
  long count, capacity;
  int* row;
  int* column;
  double* value;
};

// Row i is [row_start[i], row_start[i + 1]), sorted by columns, each of them once.
struct matrix {
  long n, nonzeros;
  int* row_start;
  int* row;
  int* column;
  double* value;
  long merged;  // entries that were added to another of the same place
};

enum { bytes_per_entry = 2 * sizeof(int) + sizeof(double) };

static struct entries no_entries(long long n) {
  if (n >= INT_MAX) fail(bad_input, "%lld rows do not fit 32-bit indices", n);
  afford(ints(n + 1), "row starts alone");
  return (struct entries){.n = (long)n};
}

static void* grown(void* memory, long count, size_t size) {
  void* larger = realloc(memory, (size_t)count * size);
  if (!larger) fail(too_large, "%s: out of memory: %ld entries", budget.format, count);
  return larger;
}

static void reserve_entries(struct entries* e, long capacity) {
  e->row = grown(e->row, capacity, sizeof(int));
  e->column = grown(e->column, capacity, sizeof(int));
  e->value = grown(e->value, capacity, sizeof(double));
  e->capacity = capacity;
}

// Room that nobody has written to yet is no memory in use; sorting holds all entries twice.
static void make_room(struct entries* e) {
  const long most = INT_MAX - 1;
  if (e->count == most) fail(bad_input, "more than %ld entries do not fit 32-bit indices", most);
  afford(2LL * bytes_per_entry * e->count, "entries alone");
  const long doubled = e->count < 512 ? 1024 : 2 * e->count;
  reserve_entries(e, doubled < most ? doubled : most);
}

static void add_entry(struct entries* e, long row, long column, double value) {
  if (e->count == e->capacity) make_room(e);
  e->row[e->count] = (int)row;
  e->column[e->count] = (int)column;
  e->value[e->count++] = value;
}

static void free_entries(struct entries* e) {
  free(e->row);
  free(e->column);
  free(e->value);
}

// start[k] = how many of keys[] are below k; n + 1 of them.
static int* starts_of(const int* keys, long count, long n) {
  int* start = scratch(n + 1, sizeof *start);
  for (long i = 0; i < count; ++i) ++start[keys[i] + 1];
  for (long k = 0; k < n; ++k) start[k + 1] += start[k];
  return start;
}

// Stable: entries of one key keep their order.
static struct entries sorted_by(const struct entries* e, const int* keys) {
  struct entries to = {.n = e->n};
  afford(2LL * bytes_per_entry * e->count, "entries alone");
  reserve_entries(&to, e->count > 0 ? e->count : 1);
  to.count = e->count;
  int* next = starts_of(keys, e->count, e->n);
  for (long i = 0; i < e->count; ++i) {
    const int at = next[keys[i]]++;
    to.row[at] = e->row[i];
    to.column[at] = e->column[i];
    to.value[at] = e->value[i];
  }
  free(next);
  return to;
}

// Adds up neighbours of the same place. Returns how many there were.
static long merge_repeated(struct entries* e) {
  long kept = 0;
  for (long i = 0; i < e->count; ++i) {
    if (kept > 0 && e->row[kept - 1] == e->row[i] && e->column[kept - 1] == e->column[i]) {
      e->value[kept - 1] += e->value[i];
      continue;
    }
    e->row[kept] = e->row[i];
    e->column[kept] = e->column[i];
    e->value[kept++] = e->value[i];
  }
  const long merged = e->count - kept;
  e->count = kept;
  return merged;
}

// Takes the entries, which are gone then.
static struct matrix matrix_of(struct entries* e) {
  struct entries by_column = sorted_by(e, e->column);
  free_entries(e);
  struct entries by_row = sorted_by(&by_column, by_column.row);
  free_entries(&by_column);
  const long merged = merge_repeated(&by_row);
  return (struct matrix){by_row.n,   by_row.count,  starts_of(by_row.row, by_row.count, by_row.n),
                         by_row.row, by_row.column, by_row.value,
                         merged};
}

static long long matrix_bytes(const struct matrix* m) {
  return (long long)bytes_per_entry * m->nonzeros + ints(m->n + 1);
}

static long row_length(const struct matrix* m, long row) {
  return m->row_start[row + 1] - m->row_start[row];
}

static long longest_row(const struct matrix* m) {
  long longest = 0;
  for (long i = 0; i < m->n; ++i)
    if (row_length(m, i) > longest) longest = row_length(m, i);
  return longest;
}
