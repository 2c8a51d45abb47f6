// A panel: factorised by the processes of one column of the grid, then sent along the rows.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hpl.h"

struct panel make_panel(const struct part* part, int block) {
  const int nb = part->problem.nb, n = part->problem.n;
  struct panel panel = {.block = block};
  panel.width = n - block * nb < nb ? n - block * nb : nb;
  panel.first_row = own_from(part, block * nb + panel.width, part->p, part->row);
  panel.rows = part->rows - panel.first_row;
  panel.data = allocated(panel_length(&panel) * sizeof(double));
  return panel;
}

// {size, row} of the largest own element of a column, from its diagonal down.
static void find_largest(const struct part* part, const double* column, int diagonal,
                         double* best) {
  best[0] = -1;
  best[1] = diagonal;
  for (int i = own_from(part, diagonal, part->p, part->row); i < part->rows; ++i) {
    if (fabs(column[i]) <= best[0]) continue;
    best[0] = fabs(column[i]);
    best[1] = global_row(part, i);
  }
}

// The same over the whole grid's column: its row.
static int find_pivot(const struct part* part, const double* column, int diagonal) {
  double best[2];
  find_largest(part, column, diagonal, best);
  reduce_along(part->along_column, best, 2, take_larger);
  return (int)best[1];
}

static void copy_row(const struct part* part, int first, int width, int row, double* to) {
  for (int j = 0; j < width; ++j) to[j] = column_of(part, first + j)[row];
}

static void put_row(const struct part* part, int first, int width, int row, const double* from) {
  for (int j = 0; j < width; ++j) column_of(part, first + j)[row] = from[j];
}

// Row `diagonal` becomes row `pivot` and is known to all of the column, in `top`.
static void swap_to_top(const struct part* part, int first, int width, int diagonal, int pivot,
                        double* top, double* displaced) {
  const int nb = part->problem.nb;
  const int top_owner = diagonal / nb % part->p, pivot_owner = pivot / nb % part->p;
  const int top_row = local_index(diagonal, nb, part->p);
  const int pivot_row = local_index(pivot, nb, part->p);
  if (part->row == pivot_owner) copy_row(part, first, width, pivot_row, top);
  if (part->row == top_owner && pivot != diagonal) {
    copy_row(part, first, width, top_row, displaced);
    if (top_owner != pivot_owner)
      MPI_Send(displaced, width, MPI_DOUBLE, rank_at(part->along_column, pivot_owner), 1,
               MPI_COMM_WORLD);
  }
  if (part->row == pivot_owner && pivot != diagonal) {
    if (top_owner != pivot_owner)
      MPI_Recv(displaced, width, MPI_DOUBLE, rank_at(part->along_column, top_owner), 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    put_row(part, first, width, pivot_row, displaced);
  }
  broadcast_along(part->along_column, top, width, pivot_owner);
  if (part->row == top_owner) put_row(part, first, width, top_row, top);
}

// Finds the pivot and swaps in one go, as HPL does (pdmxswp): whoever has the pivot, the messages
// are the same. `found` holds 3 + 2 * width numbers, the row on top from found[3] on.
static void gather_to_top(const struct part* part, int first, int width, int j, int diagonal,
                          double* found) {
  const int nb = part->problem.nb, length = 3 + 2 * width;
  const int has_top = part->row == diagonal / nb % part->p;
  const int top_row = local_index(diagonal, nb, part->p);
  double *const top = found + 3, *const displaced = top + width;
  memset(found, 0, (size_t)length * sizeof(double));
  find_largest(part, column_of(part, first + j), diagonal, found);
  if (found[0] >= 0) copy_row(part, first, width, local_index((int)found[1], nb, part->p), top);
  if (has_top) copy_row(part, first, width, top_row, displaced);
  found[2] = has_top;
  reduce_along(part->along_column, found, length, take_rows);
  const int pivot = (int)found[1];
  if (part->row == pivot / nb % part->p)
    put_row(part, first, width, local_index(pivot, nb, part->p), displaced);
  if (has_top) put_row(part, first, width, top_row, top);
}

static void eliminate(struct part* part, int first, int width, int j, int diagonal,
                      const double* top) {
  const int from = own_from(part, diagonal + 1, part->p, part->row);
  double* const factors = column_of(part, first + j);
  const double scale = 1 / top[j];
  for (int i = from; i < part->rows; ++i) factors[i] *= scale;
  for (int c = j + 1; c < width; ++c) {
    double* const column = column_of(part, first + c);
    for (int i = from; i < part->rows; ++i) column[i] -= factors[i] * top[c];
  }
}

void factorise(struct part* part, struct panel* panel) {
  const int nb = part->problem.nb, start = panel->block * nb, width = panel->width;
  const int first = local_index(start, nb, part->q);
  double* const found = allocated((3 + 2 * (size_t)width) * sizeof(double));
  double* const top = found + 3;
  for (int j = 0; j < width; ++j) {
    if (SWAP_OF(part->problem) == swap_exchange) {
      const int pivot = find_pivot(part, column_of(part, first + j), start + j);
      pivots_of(panel)[j] = pivot;
      swap_to_top(part, first, width, start + j, pivot, top, top + width);
    } else {
      gather_to_top(part, first, width, j, start + j, found);
      pivots_of(panel)[j] = found[1];
    }
    eliminate(part, first, width, j, start + j, top);
    for (int c = 0; c < width; ++c)
      diagonal_of(panel)[(size_t)c * (size_t)width + (size_t)j] = top[c];
  }
  free(found);
  for (int j = 0; j < width; ++j)
    memcpy(below_of(panel) + (size_t)j * (size_t)panel->rows,
           column_of(part, first + j) + panel->first_row, (size_t)panel->rows * sizeof(double));
}

static void send_round(struct line line, double* data, int length, int root) {
  const int place = (line.place - root + line.size) % line.size;
  if (place > 0)
    MPI_Recv(data, length, MPI_DOUBLE, rank_at(line, (line.place + line.size - 1) % line.size), 2,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (place < line.size - 1)
    MPI_Send(data, length, MPI_DOUBLE, rank_at(line, (line.place + 1) % line.size), 2,
             MPI_COMM_WORLD);
}

void broadcast_panel(const struct part* part, struct panel* panel) {
  const int root = panel->block % part->q, length = (int)panel_length(panel);
  if (part->problem.broadcast == broadcast_ring)
    send_round(part->along_row, panel->data, length, root);
  else
    broadcast_along(part->along_row, panel->data, length, root);
}
