// Diagonal storage: every diagonal with a nonzero in full, n elements.
#pragma once

#include "storage.h"

struct dia {
  long n, diagonals;
  int* offset;
  double* value;
};

// Marks used[offset + n - 1]. Returns how many there are; the caller frees used.
static long dia_diagonals(const struct matrix* m, char** used) {
  *used = scratch(2 * m->n, 1);
  long count = 0;
  for (long k = 0; k < m->nonzeros; ++k) {
    char* mark = *used + m->column[k] - m->row[k] + m->n - 1;
    count += !*mark;
    *mark = 1;
  }
  return count;
}

static long long dia_bytes(const struct matrix* m) {
  char* used;
  const long diagonals = dia_diagonals(m, &used);
  free(used);
  return plus(ints(diagonals), doubles(times(diagonals, m->n)));
}

static void* dia_convert(const struct matrix* m) {
  char* used;
  const long diagonals = dia_diagonals(m, &used);
  const struct dia a = {m->n, diagonals, storage_array(ints(diagonals)),
                        zeroed_storage(doubles(times(diagonals, m->n)))};
  int* place = scratch(2 * m->n, sizeof *place);
  for (long d = 0, found = 0; d < 2 * m->n; ++d) {
    if (!used[d]) continue;
    a.offset[found] = (int)(d - (m->n - 1));
    place[d] = (int)found++;
  }
  for (long k = 0; k < m->nonzeros; ++k) {
    const long diagonal = place[m->column[k] - m->row[k] + m->n - 1];
    a.value[diagonal * m->n + m->row[k]] = m->value[k];
  }
  free(place);
  free(used);
  return new_record(&a, sizeof a);
}

static void dia_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct dia a = *(const struct dia*)storage;
  clear(y, a.n);
  for (long d = 0; d < a.diagonals; ++d) {
    const long offset = a.offset[d];
    const long first = offset < 0 ? -offset : 0, last = offset > 0 ? a.n - offset : a.n;
    const double* value = a.value + d * a.n;
    for (long i = first; i < last; ++i) y[i] += value[i] * x[i + offset];
  }
}
