// Compressed column storage.
#pragma once

#include "storage.h"

struct ccs {
  long n;
  int* start;
  int* row;
  double* value;
};

static long long ccs_bytes(const struct matrix* m) {
  return ints(m->n + 1) + ints(m->nonzeros) + doubles(m->nonzeros);
}

static void* ccs_convert(const struct matrix* m) {
  int* next = starts_of(m->column, m->nonzeros, m->n);
  const struct ccs a = {m->n, copy_to_storage(next, ints(m->n + 1)),
                        storage_array(ints(m->nonzeros)), storage_array(doubles(m->nonzeros))};
  for (long k = 0; k < m->nonzeros; ++k) {
    const int at = next[m->column[k]]++;
    a.row[at] = m->row[k];
    a.value[at] = m->value[k];
  }
  free(next);
  return new_record(&a, sizeof a);
}

static void ccs_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct ccs a = *(const struct ccs*)storage;
  clear(y, a.n);
  for (long j = 0; j < a.n; ++j) {
    const double factor = x[j];
    for (long k = a.start[j]; k < a.start[j + 1]; ++k) y[a.row[k]] += a.value[k] * factor;
  }
}
