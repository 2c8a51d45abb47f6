// Coordinates: row, column and value of each nonzero, by rows.
#pragma once

#include "storage.h"

struct coo {
  long n, nonzeros;
  int* row;
  int* column;
  double* value;
};

static long long coo_bytes(const struct matrix* m) {
  return 2 * ints(m->nonzeros) + doubles(m->nonzeros);
}

static void* coo_convert(const struct matrix* m) {
  const struct coo a = {m->n, m->nonzeros, copy_to_storage(m->row, ints(m->nonzeros)),
                        copy_to_storage(m->column, ints(m->nonzeros)),
                        copy_to_storage(m->value, doubles(m->nonzeros))};
  return new_record(&a, sizeof a);
}

static void coo_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct coo a = *(const struct coo*)storage;
  clear(y, a.n);
  for (long k = 0; k < a.nonzeros; ++k) y[a.row[k]] += a.value[k] * x[a.column[k]];
}
