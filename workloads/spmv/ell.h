// Ellpack-Itpack: every row as long as the longest, filled up with zeros on the row's own place;
// column after column of that table.
#pragma once

#include "storage.h"

struct ell {
  long n, width;
  int* column;
  double* value;
};

static long long ell_bytes(const struct matrix* m) {
  const long long elements = times(m->n, longest_row(m));
  return plus(ints(elements), doubles(elements));
}

static void* ell_convert(const struct matrix* m) {
  const long width = longest_row(m);
  const long long elements = (long long)m->n * width;
  const struct ell a = {m->n, width, storage_array(ints(elements)),
                        zeroed_storage(doubles(elements))};
  for (long j = 0; j < width; ++j)
    for (long i = 0; i < m->n; ++i) {
      const int padding = j >= row_length(m, i);
      a.column[j * m->n + i] = padding ? (int)i : m->column[m->row_start[i] + j];
      if (!padding) a.value[j * m->n + i] = m->value[m->row_start[i] + j];
    }
  return new_record(&a, sizeof a);
}

static void ell_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct ell a = *(const struct ell*)storage;
  clear(y, a.n);
  for (long j = 0; j < a.width; ++j) {
    const int* column = a.column + j * a.n;
    const double* value = a.value + j * a.n;
    for (long i = 0; i < a.n; ++i) y[i] += value[i] * x[column[i]];
  }
}
