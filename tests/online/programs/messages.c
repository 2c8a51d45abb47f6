// An MPI program: rank r of n computes on (r + 1) / n of its arrays, passes messages round and sums
// up; then rank 0 writes to a window that the others read.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "hpcast.h"

enum { places = 1 << 16, message = 1000, rounds = 10 };

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double *const a = calloc(places, sizeof *a), *const b = calloc(places, sizeof *b);
  for (int i = 0; i < places; ++i) a[i] = i % 7 + rank;
  hpcast_phase("compute");
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < places / ranks * (rank + 1); ++i) b[i] += 2 * a[i];
    MPI_Sendrecv(b, message, MPI_DOUBLE, (rank + 1) % ranks, 0, a, message, MPI_DOUBLE,
                 (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, b, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  double *window;
  MPI_Win shared;
  MPI_Win_allocate_shared(rank == 0 ? places * sizeof *window : 0, sizeof *window, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &window, &shared);
  MPI_Aint bytes;
  int unit;
  MPI_Win_shared_query(shared, 0, &bytes, &unit, &window);
  MPI_Win_fence(0, shared);
  if (rank == 0)
    for (int i = 0; i < places; ++i) window[i] = b[i];
  MPI_Win_fence(0, shared);
  hpcast_phase("window");
  double seen = 0;
  if (rank != 0)
    for (int i = 0; i < places; ++i) seen += window[i];
  MPI_Barrier(MPI_COMM_WORLD);
  hpcast_phase("end");
  if (rank == ranks - 1) printf("%d ranks saw %.0f\n", ranks, seen);
  MPI_Win_free(&shared);
  MPI_Finalize();
  return 0;
}
