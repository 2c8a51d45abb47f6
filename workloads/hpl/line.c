// Messages along a row or column of the grid, point to point as HPL has them: no communicators, so
// that traces which cannot tell these apart hold the program.
#include <stdlib.h>
#include <string.h>

#include "hpl.h"

enum { tag_broadcast = 10, tag_reduce = 11 };

// A binomial tree that begins at `root`.
void broadcast_along(struct line line, double* data, int length, int root) {
  const int place = (line.place - root + line.size) % line.size;
  int step = 1;
  while (step < line.size && (place & step) == 0) step *= 2;
  if (place > 0)
    MPI_Recv(data, length, MPI_DOUBLE, rank_at(line, (place - step + root) % line.size),
             tag_broadcast, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (step /= 2; step > 0; step /= 2) {
    if (place + step < line.size)
      MPI_Send(data, length, MPI_DOUBLE, rank_at(line, (place + step + root) % line.size),
               tag_broadcast, MPI_COMM_WORLD);
  }
}

// The same tree the other way, then back: `combine` adds `other` to `own`.
void reduce_along(struct line line, double* own, int length,
                  void (*combine)(double* own, const double* other, int length)) {
  double* const other = allocated((size_t)length * sizeof(double));
  for (int step = 1; step < line.size; step *= 2) {
    if ((line.place & step) != 0) {
      MPI_Send(own, length, MPI_DOUBLE, rank_at(line, line.place - step), tag_reduce,
               MPI_COMM_WORLD);
      break;
    }
    if (line.place + step >= line.size) continue;
    MPI_Recv(other, length, MPI_DOUBLE, rank_at(line, line.place + step), tag_reduce,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    combine(own, other, length);
  }
  free(other);
  broadcast_along(line, own, length, 0);
}

void add(double* own, const double* other, int length) {
  for (int i = 0; i < length; ++i) own[i] += other[i];
}

// {size, row}: the larger size; of two alike, the smaller row.
void take_larger(double* own, const double* other, int length) {
  if (other[0] > own[0] || (other[0] == own[0] && other[1] < own[1]))
    memcpy(own, other, (size_t)length * sizeof(double));
}

// {size, row, whether the diagonal row is known, a row of the larger size, the diagonal row}
void take_rows(double* own, const double* other, int length) {
  const int width = (length - 3) / 2;
  if (other[2] > own[2]) {
    own[2] = other[2];
    memcpy(own + 3 + width, other + 3 + width, (size_t)width * sizeof(double));
  }
  if (other[0] < own[0] || (other[0] == own[0] && other[1] >= own[1])) return;
  memcpy(own, other, 2 * sizeof(double));
  memcpy(own + 3, other + 3, (size_t)width * sizeof(double));
}
