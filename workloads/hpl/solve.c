// Back substitution, and whether the answer is right.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "hpl.h"

// The diagonal block of the upper triangle against its part of y, which becomes x.
static void solve_diagonal(const struct part* part, int start, int width, double* x) {
  const int nb = part->problem.nb;
  const int row = local_index(start, nb, part->p), column = local_index(start, nb, part->q);
  for (int j = width - 1; j >= 0; --j) {
    const double* const u = column_of(part, column + j) + row;
    x[j] /= u[j];
    for (int i = 0; i < j; ++i) x[i] -= u[i] * x[j];
  }
}

// What the block's unknowns contribute to the own rows above it.
static void products_above(const struct part* part, int start, int width, const double* x,
                           double* sums, int rows) {
  const int column = local_index(start, part->problem.nb, part->q);
  for (int i = 0; i < rows; ++i) sums[i] = 0;
  for (int j = 0; j < width; ++j) {
    const double* const u = column_of(part, column + j);
    for (int i = 0; i < rows; ++i) sums[i] += u[i] * x[j];
  }
}

static void solve_block(struct part* part, int block, double* x, double* sums) {
  const int nb = part->problem.nb, n = part->problem.n, start = block * nb;
  const int width = n - start < nb ? n - start : nb;
  const int row = block % part->p, column = block % part->q, last = n / nb % part->q;
  double* const y = column_of(part, local_index(n, nb, part->q));
  double* const own = x + start;
  if (part->row == row && part->column == last) {
    for (int i = 0; i < width; ++i) own[i] = y[local_index(start, nb, part->p) + i];
    if (last != column)
      MPI_Send(own, width, MPI_DOUBLE, rank_at(part->along_row, column), 4, MPI_COMM_WORLD);
  }
  if (part->row == row && part->column == column) {
    if (last != column)
      MPI_Recv(own, width, MPI_DOUBLE, rank_at(part->along_row, last), 4, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    solve_diagonal(part, start, width, own);
  }
  MPI_Bcast(own, width, MPI_DOUBLE, column * part->p + row, MPI_COMM_WORLD);
  const int above = own_from(part, start, part->p, part->row);
  if (above == 0) return;
  if (part->column == column) {
    products_above(part, start, width, own, sums, above);
    if (last != column)
      MPI_Send(sums, above, MPI_DOUBLE, rank_at(part->along_row, last), 5, MPI_COMM_WORLD);
  }
  if (part->column != last) return;
  if (last != column)
    MPI_Recv(sums, above, MPI_DOUBLE, rank_at(part->along_row, column), 5, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  for (int i = 0; i < above; ++i) y[i] -= sums[i];
}

void solve(struct part* part, double* x) {
  const int nb = part->problem.nb;
  double* const sums = allocated((size_t)part->rows * sizeof(double));
  for (int block = (part->problem.n + nb - 1) / nb - 1; block >= 0; --block)
    solve_block(part, block, x, sums);
  free(sums);
}

// |A x - b| / (eps (|A| |x| + |b|) n), with the largest sum of a row and the largest element.
double residual(const struct part* part, const double* x) {
  const int n = part->problem.n;
  double *const sums = allocated(2 * (size_t)part->rows * sizeof(double)), *const sizes =
                                                                               sums + part->rows;
  double norms[4] = {0, 0, 0, 0};  // of Ax - b, A, x, b
  for (int i = 0; i < part->rows; ++i) sums[i] = sizes[i] = 0;
  for (int j = 0; j < part->columns; ++j) {
    const int column = global_column(part, j);
    for (int i = 0; i < part->rows; ++i) {
      const double value = element(global_row(part, i), column);
      sums[i] += column == n ? -value : value * x[column];
      if (column == n) norms[3] = fmax(norms[3], fabs(value));
      if (column < n) sizes[i] += fabs(value);
    }
  }
  reduce_along(part->along_row, sums, 2 * part->rows, add);
  for (int i = 0; i < part->rows; ++i) {
    norms[0] = fmax(norms[0], fabs(sums[i]));
    norms[1] = fmax(norms[1], sizes[i]);
  }
  for (int i = 0; i < n; ++i) norms[2] = fmax(norms[2], fabs(x[i]));
  MPI_Allreduce(MPI_IN_PLACE, norms, 4, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  free(sums);
  return norms[0] / (DBL_EPSILON * (norms[1] * norms[2] + norms[3]) * n);
}
