// Jagged diagonal storage: the rows by descending length; first all rows' first nonzeros, then
// those rows' second ones that have some, and so on. The sum is made in the order of the sorted
// rows.
#pragma once

#include "storage.h"

struct jad {
  long n, width;
  int* row;    // which row the i-th longest is
  int* start;  // of each jagged diagonal
  int* column;
  double* value;
  double* sum;
};

static long long jad_bytes(const struct matrix* m) {
  return ints(m->n) + ints(longest_row(m) + 1) + ints(m->nonzeros) + doubles(m->nonzeros) +
         doubles(m->n);
}

// Rows of the same length keep their order.
static void jad_sort_rows(const struct matrix* m, long width, int* sorted) {
  int* missing = scratch(m->n, sizeof *missing);
  for (long i = 0; i < m->n; ++i) missing[i] = (int)(width - row_length(m, i));
  int* next = starts_of(missing, m->n, width + 1);
  for (long i = 0; i < m->n; ++i) sorted[next[missing[i]]++] = (int)i;
  free(next);
  free(missing);
}

static void* jad_convert(const struct matrix* m) {
  const long width = longest_row(m);
  const struct jad a = {m->n,
                        width,
                        storage_array(ints(m->n)),
                        storage_array(ints(width + 1)),
                        storage_array(ints(m->nonzeros)),
                        storage_array(doubles(m->nonzeros)),
                        storage_array(doubles(m->n))};
  jad_sort_rows(m, width, a.row);
  long at = 0;
  for (long j = 0; j < width; ++j) {
    a.start[j] = (int)at;
    for (long i = 0; i < m->n && row_length(m, a.row[i]) > j; ++i, ++at) {
      a.column[at] = m->column[m->row_start[a.row[i]] + j];
      a.value[at] = m->value[m->row_start[a.row[i]] + j];
    }
  }
  a.start[width] = (int)at;
  return new_record(&a, sizeof a);
}

static void jad_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct jad a = *(const struct jad*)storage;
  double* restrict sum = a.sum;
  clear(sum, a.n);
  for (long j = 0; j < a.width; ++j) {
    const long start = a.start[j], length = a.start[j + 1] - start;
    for (long i = 0; i < length; ++i) sum[i] += a.value[start + i] * x[a.column[start + i]];
  }
  for (long i = 0; i < a.n; ++i) y[a.row[i]] = sum[i];
}
