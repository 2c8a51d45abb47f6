// Modified compressed sparse row: the diagonal first, zeros of it too, then the rest by rows. One
// array of indices: n + 1 row starts, then columns; one array of values, of which element n is
// unused.
#pragma once

#include "storage.h"

struct msr {
  long n;
  int* index;
  double* value;
};

static long long msr_elements(const struct matrix* m) {
  long long elements = m->n + 1;
  for (long k = 0; k < m->nonzeros; ++k) elements += m->row[k] != m->column[k];
  return elements;
}

static long long msr_bytes(const struct matrix* m) {
  const long long elements = msr_elements(m);
  if (elements > INT_MAX) return LLONG_MAX;  // its row starts could not tell them apart
  return ints(elements) + doubles(elements);
}

static void* msr_convert(const struct matrix* m) {
  const long long elements = msr_elements(m);
  const struct msr a = {m->n, storage_array(ints(elements)), zeroed_storage(doubles(elements))};
  long at = m->n + 1;
  for (long i = 0; i < m->n; ++i) {
    a.index[i] = (int)at;
    for (long k = m->row_start[i]; k < m->row_start[i + 1]; ++k) {
      if (m->column[k] == i) {
        a.value[i] = m->value[k];
        continue;
      }
      a.index[at] = m->column[k];
      a.value[at++] = m->value[k];
    }
  }
  a.index[m->n] = (int)at;
  return new_record(&a, sizeof a);
}

static void msr_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct msr a = *(const struct msr*)storage;
  for (long i = 0; i < a.n; ++i) {
    double sum = a.value[i] * x[i];
    for (long k = a.index[i]; k < a.index[i + 1]; ++k) sum += a.value[k] * x[a.index[k]];
    y[i] = sum;
  }
}
