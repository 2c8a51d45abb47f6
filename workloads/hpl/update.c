// The rest of the matrix after a panel: rows swapped, the block row solved, the product subtracted.
#include <stdlib.h>
#include <string.h>

#include "hpl.h"

// The columns that come after a panel: own ones from `first` on.
struct rest {
  int first, count;
  double* u;  // the block row, width x count
};

static void take_row(const struct part* part, const struct rest* rest, int row, double* to,
                     int stride) {
  for (int j = 0; j < rest->count; ++j)
    to[(size_t)j * (size_t)stride] = column_of(part, rest->first + j)[row];
}

static void give_row(const struct part* part, const struct rest* rest, int row, const double* from,
                     int stride) {
  for (int j = 0; j < rest->count; ++j)
    column_of(part, rest->first + j)[row] = from[(size_t)j * (size_t)stride];
}

static void exchange_rows(const struct part* part, const struct rest* rest, int one, int other,
                          double* buffer) {
  const int nb = part->problem.nb, owner = one / nb % part->p, partner = other / nb % part->p;
  const int row = local_index(one, nb, part->p), to = local_index(other, nb, part->p);
  if (owner == partner) {
    if (part->row != owner) return;
    take_row(part, rest, row, buffer, 1);
    take_row(part, rest, to, buffer + rest->count, 1);
    give_row(part, rest, to, buffer, 1);
    give_row(part, rest, row, buffer + rest->count, 1);
  } else if (part->row == owner || part->row == partner) {
    const int mine = part->row == owner ? row : to;
    const int peer = rank_at(part->along_column, part->row == owner ? partner : owner);
    take_row(part, rest, mine, buffer, 1);
    MPI_Sendrecv_replace(buffer, rest->count, MPI_DOUBLE, peer, 3, peer, 3, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    give_row(part, rest, mine, buffer, 1);
  }
}

// Unit lower triangle of the diagonal block against the block row.
static void solve_block_row(const struct panel* panel, const struct rest* rest) {
  const int width = panel->width;
  for (int j = 0; j < rest->count; ++j) {
    double* const u = rest->u + (size_t)j * (size_t)width;
    for (int k = 0; k < width; ++k) {
      const double* const l = diagonal_of(panel) + (size_t)k * (size_t)width;
      for (int i = k + 1; i < width; ++i) u[i] -= l[i] * u[k];
    }
  }
}

static void block_row_to_matrix(const struct part* part, const struct panel* panel,
                                const struct rest* rest) {
  const int start = panel->block * part->problem.nb;
  if (panel->block % part->p != part->row) return;
  const int row = local_index(start, part->problem.nb, part->p);
  for (int i = 0; i < panel->width; ++i) give_row(part, rest, row + i, rest->u + i, panel->width);
}

static void swap_by_exchange(const struct part* part, const struct panel* panel,
                             const struct rest* rest) {
  const int start = panel->block * part->problem.nb, owner = panel->block % part->p;
  double* const buffer = allocated(2 * (size_t)rest->count * sizeof(double));
  for (int i = 0; i < panel->width; ++i) {
    const int pivot = (int)pivots_of(panel)[i];
    if (pivot != start + i) exchange_rows(part, rest, start + i, pivot, buffer);
  }
  free(buffer);
  if (part->row == owner) {
    const int row = local_index(start, part->problem.nb, part->p);
    for (int i = 0; i < panel->width; ++i) take_row(part, rest, row + i, rest->u + i, panel->width);
    solve_block_row(panel, rest);
  }
  broadcast_along(part->along_column, rest->u, panel->width * rest->count, owner);
}

// Where swap `i` finds its second row: among the block's own, or in the second half of the rows
// that are gathered, at the place of the first swap that names it.
static int place_of(const struct part* part, const struct panel* panel, int i) {
  const int start = panel->block * part->problem.nb, pivot = (int)pivots_of(panel)[i];
  if (pivot < start + panel->width) return pivot - start;
  int first = 0;
  while ((int)pivots_of(panel)[first] != pivot) ++first;
  return panel->width + first;
}

static void swap_by_gather(const struct part* part, const struct panel* panel,
                           const struct rest* rest) {
  const int nb = part->problem.nb, width = panel->width, start = panel->block * nb;
  const size_t length = 2 * (size_t)width * (size_t)rest->count;
  double* const all = allocated(length * sizeof(double));
  memset(all, 0, length * sizeof(double));
  for (int i = 0; i < 2 * width; ++i) {
    const int row = i < width ? start + i : (int)pivots_of(panel)[i - width];
    const int second = i >= width && (row < start + width || place_of(part, panel, i - width) != i);
    if (second || row / nb % part->p != part->row) continue;
    take_row(part, rest, local_index(row, nb, part->p), all + i, 2 * width);
  }
  reduce_along(part->along_column, all, (int)length, add);
  for (int i = 0; i < width; ++i) {
    const int to = place_of(part, panel, i);
    for (int j = 0; j < rest->count && to != i; ++j) {
      double* const column = all + (size_t)j * 2 * (size_t)width;
      const double kept = column[i];
      column[i] = column[to];
      column[to] = kept;
    }
  }
  for (int i = 0; i < width; ++i) {
    const int pivot = (int)pivots_of(panel)[i];
    if (pivot >= start + width && pivot / nb % part->p == part->row)
      give_row(part, rest, local_index(pivot, nb, part->p), all + place_of(part, panel, i),
               2 * width);
  }
  for (int j = 0; j < rest->count; ++j)
    memcpy(rest->u + (size_t)j * (size_t)width, all + (size_t)j * 2 * (size_t)width,
           (size_t)width * sizeof(double));
  free(all);
  solve_block_row(panel, rest);
}

// c[rows] -= l[rows x width] u[width]: four columns of l at a time.
static void subtract_column(const double* l, const double* u, int rows, int width, double* c) {
  int k = 0;
  for (; k + 4 <= width; k += 4) {
    const double* const l0 = l + (size_t)k * (size_t)rows;
    const double *const l1 = l0 + rows, *const l2 = l1 + rows, *const l3 = l2 + rows;
    const double u0 = u[k], u1 = u[k + 1], u2 = u[k + 2], u3 = u[k + 3];
    for (int i = 0; i < rows; ++i) c[i] -= l0[i] * u0 + l1[i] * u1 + l2[i] * u2 + l3[i] * u3;
  }
  for (; k < width; ++k) {
    const double* const l0 = l + (size_t)k * (size_t)rows;
    for (int i = 0; i < rows; ++i) c[i] -= l0[i] * u[k];
  }
}

void update(struct part* part, const struct panel* panel) {
  struct rest rest;
  const int after = panel->block * part->problem.nb + panel->width;
  rest.first = own_from(part, after, part->q, part->column);
  rest.count = part->columns - rest.first;
  if (rest.count == 0) return;  // so it is for the whole column of the grid
  rest.u = allocated((size_t)panel->width * (size_t)rest.count * sizeof(double));
  if (SWAP_OF(part->problem) == swap_exchange)
    swap_by_exchange(part, panel, &rest);
  else
    swap_by_gather(part, panel, &rest);
  block_row_to_matrix(part, panel, &rest);
  for (int j = 0; j < rest.count; ++j)
    subtract_column(below_of(panel), rest.u + (size_t)j * (size_t)panel->width, panel->rows,
                    panel->width, column_of(part, rest.first + j) + panel->first_row);
  free(rest.u);
}
