// Compressed row storage.
#pragma once

#include "storage.h"

struct crs {
  long n;
  int* start;
  int* column;
  double* value;
};

static long long crs_bytes(const struct matrix* m) {
  return ints(m->n + 1) + ints(m->nonzeros) + doubles(m->nonzeros);
}

static void* crs_convert(const struct matrix* m) {
  const struct crs a = {m->n, copy_to_storage(m->row_start, ints(m->n + 1)),
                        copy_to_storage(m->column, ints(m->nonzeros)),
                        copy_to_storage(m->value, doubles(m->nonzeros))};
  return new_record(&a, sizeof a);
}

static void crs_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct crs a = *(const struct crs*)storage;
#pragma omp parallel for schedule(static)
  for (long i = 0; i < a.n; ++i) {
    double sum = 0.0;
    for (long k = a.start[i]; k < a.start[i + 1]; ++k) sum += a.value[k] * x[a.column[k]];
    y[i] = sum;
  }
}
