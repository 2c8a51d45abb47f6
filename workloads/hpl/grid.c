// The grid of processes and the matrix on it.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "hpl.h"

void* allocated(size_t bytes) {
  void* const memory = malloc(bytes > 0 ? bytes : 1);
  if (memory != NULL) return memory;
  fprintf(stderr, "hpl: out of memory: %zu bytes\n", bytes);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return NULL;
}

int owned(int n, int nb, int place, int places) {
  const int blocks = n / nb, rest = n % nb;
  const int whole = blocks / places + (place < blocks % places ? 1 : 0);
  return whole * nb + (place == blocks % places ? rest : 0);
}

int local_index(int global, int nb, int places) { return global / nb / places * nb + global % nb; }

static int global_index(int local, int nb, int place, int places) {
  return (local / nb * places + place) * nb + local % nb;
}

int global_row(const struct part* part, int row) {
  return global_index(row, part->problem.nb, part->row, part->p);
}

int global_column(const struct part* part, int column) {
  return global_index(column, part->problem.nb, part->column, part->q);
}

// The first own row (of `places` rows of processes) or column that is `global` or comes after it.
int own_from(const struct part* part, int global, int places, int place) {
  return owned(global, part->problem.nb, place, places);
}

// A well-mixed number between -0.5 and 0.5 (splitmix64).
double element(int row, int column) {
  uint64_t x = ((uint64_t)(uint32_t)row << 32 | (uint32_t)column) + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return (double)(x >> 11) / 9007199254740992.0 - 0.5;
}

struct part make_part(struct problem problem, int p, int q) {
  struct part part = {.problem = problem, .p = p, .q = q};
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  part.row = rank % p;  // column after column, as HPL numbers processes by default
  part.column = rank / p;
  part.along_row = (struct line){q, part.column, part.row, p};
  part.along_column = (struct line){p, part.row, part.column * p, 1};
  part.rows = owned(problem.n, problem.nb, part.row, p);
  part.columns = owned(problem.n + 1, problem.nb, part.column, q);
  part.a = allocated((size_t)part.rows * (size_t)part.columns * sizeof(double));
  for (int j = 0; j < part.columns; ++j) {
    double* const column = column_of(&part, j);
    for (int i = 0; i < part.rows; ++i)
      column[i] = element(global_row(&part, i), global_column(&part, j));
  }
  return part;
}
