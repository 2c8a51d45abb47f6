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

// The largest element of a column, from its diagonal down, over the whole grid's column.
static int find_pivot(const struct part* part, const double* column, int diagonal) {
  struct {
    double size;
    int row;
  } own = {-1, diagonal}, best;
  for (int i = own_from(part, diagonal, part->p, part->row); i < part->rows; ++i) {
    if (fabs(column[i]) <= own.size) continue;
    own.size = fabs(column[i]);
    own.row = global_row(part, i);
  }
  MPI_Allreduce(&own, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, part->along_column);
  return best.row;
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
      MPI_Send(displaced, width, MPI_DOUBLE, pivot_owner, 1, part->along_column);
  }
  if (part->row == pivot_owner && pivot != diagonal) {
    if (top_owner != pivot_owner)
      MPI_Recv(displaced, width, MPI_DOUBLE, top_owner, 1, part->along_column, MPI_STATUS_IGNORE);
    put_row(part, first, width, pivot_row, displaced);
  }
  MPI_Bcast(top, width, MPI_DOUBLE, pivot_owner, part->along_column);
  if (part->row == top_owner) put_row(part, first, width, top_row, top);
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
  double* const top = allocated(2 * (size_t)width * sizeof(double));
  for (int j = 0; j < width; ++j) {
    const int pivot = find_pivot(part, column_of(part, first + j), start + j);
    pivots_of(panel)[j] = pivot;
    swap_to_top(part, first, width, start + j, pivot, top, top + width);
    eliminate(part, first, width, j, start + j, top);
    for (int c = 0; c < width; ++c)
      diagonal_of(panel)[(size_t)c * (size_t)width + (size_t)j] = top[c];
  }
  free(top);
  for (int j = 0; j < width; ++j)
    memcpy(below_of(panel) + (size_t)j * (size_t)panel->rows,
           column_of(part, first + j) + panel->first_row, (size_t)panel->rows * sizeof(double));
}

static void send_round(const struct part* part, double* data, int length, int root) {
  const int place = (part->column - root + part->q) % part->q;
  if (place > 0)
    MPI_Recv(data, length, MPI_DOUBLE, (part->column + part->q - 1) % part->q, 2, part->along_row,
             MPI_STATUS_IGNORE);
  if (place < part->q - 1)
    MPI_Send(data, length, MPI_DOUBLE, (part->column + 1) % part->q, 2, part->along_row);
}

void broadcast_panel(const struct part* part, struct panel* panel) {
  const int root = panel->block % part->q, length = (int)panel_length(panel);
  if (part->problem.broadcast == broadcast_ring)
    send_round(part, panel->data, length, root);
  else
    MPI_Bcast(panel->data, length, MPI_DOUBLE, root, part->along_row);
}
