// Block sparse row and block sparse column with 2 x 2 blocks, filled up with zeros. A block's
// values lie column after column.
#pragma once

#include "blocks.h"

enum { block_values = block * block };

// Of block row (BSR) or block column (BSC) b: blocks [start[b], start[b + 1]).
struct block_lines {
  long n, count;
  int* start;
  int* index;  // block column (BSR), block row (BSC)
  double* value;
};

static long long block_lines_bytes(const struct matrix* m) {
  const long lines = padded_length(m->n) / block;
  int* part = pairs(m->n);
  struct block_list list = find_blocks(m, part, lines);
  const long long bytes =
      ints(lines + 1) + ints(list.count) + doubles(times(list.count, block_values));
  free_blocks(&list);
  free(part);
  return bytes;
}

// `lines` and `indices` are list->row and list->column, or the other way round.
static void* make_block_lines(const struct matrix* m, const struct block_list* list,
                              const int* lines, const int* indices) {
  const long count = padded_length(m->n) / block;
  int* next = starts_of(lines, list->count, count);
  int* place = scratch(list->count, sizeof *place);
  const struct block_lines a = {m->n, count, copy_to_storage(next, ints(count + 1)),
                                storage_array(ints(list->count)),
                                zeroed_storage(doubles(list->count * (long long)block_values))};
  for (long b = 0; b < list->count; ++b) {
    place[b] = next[lines[b]]++;
    a.index[place[b]] = indices[b];
  }
  for (long k = 0; k < m->nonzeros; ++k) {
    double* values = a.value + (long)place[list->of_nonzero[k]] * block_values;
    values[m->column[k] % block * block + m->row[k] % block] = m->value[k];
  }
  free(place);
  free(next);
  return new_record(&a, sizeof a);
}

static void* bsr_convert(const struct matrix* m) {
  int* part = pairs(m->n);
  struct block_list list = find_blocks(m, part, padded_length(m->n) / block);
  void* storage = make_block_lines(m, &list, list.row, list.column);
  free_blocks(&list);
  free(part);
  return storage;
}

static void* bsc_convert(const struct matrix* m) {
  int* part = pairs(m->n);
  struct block_list list = find_blocks(m, part, padded_length(m->n) / block);
  void* storage = make_block_lines(m, &list, list.column, list.row);
  free_blocks(&list);
  free(part);
  return storage;
}

static void bsr_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct block_lines a = *(const struct block_lines*)storage;
  for (long i = 0; i < a.count; ++i) {
    double upper = 0.0, lower = 0.0;
    for (long b = a.start[i]; b < a.start[i + 1]; ++b) {
      const double* value = a.value + b * block_values;
      const double* part = x + (long)a.index[b] * block;
      upper += value[0] * part[0] + value[2] * part[1];
      lower += value[1] * part[0] + value[3] * part[1];
    }
    y[i * block] = upper;
    y[i * block + 1] = lower;
  }
}

static void bsc_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct block_lines a = *(const struct block_lines*)storage;
  clear(y, padded_length(a.n));
  for (long j = 0; j < a.count; ++j) {
    const double left = x[j * block], right = x[j * block + 1];
    for (long b = a.start[j]; b < a.start[j + 1]; ++b) {
      const double* value = a.value + b * block_values;
      double* part = y + (long)a.index[b] * block;
      part[0] += value[0] * left + value[2] * right;
      part[1] += value[1] * left + value[3] * right;
    }
  }
}
