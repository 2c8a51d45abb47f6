/* A halo exchange and a sum in each step, with some computation between: what many MPI programs do.
   halo STEPS SWEEPS   over 16 KiB in each step on each rank: about a microsecond each. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { cells = 2048 };
static double now[cells + 2], then[cells + 2];

static void relax(int sweeps) {
  for (int s = 0; s < sweeps; ++s) {
    for (int i = 1; i <= cells; ++i) then[i] = 0.5 * now[i] + 0.25 * (now[i - 1] + now[i + 1]);
    for (int i = 1; i <= cells; ++i) now[i] = then[i];
  }
}

int main(int argc, char **argv) {
  int rank, ranks;
  double sum = 0, all = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int steps = argc > 1 ? atoi(argv[1]) : 1000;
  const int sweeps = argc > 2 ? atoi(argv[2]) : 100;
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  for (int i = 0; i < cells + 2; ++i) now[i] = rank == 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    MPI_Request requests[4];
    MPI_Irecv(&now[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&now[cells + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&now[1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&now[cells], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    relax(sweeps);
    sum = now[cells / 2];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  const double seconds_taken = MPI_Wtime() - start;
  if (rank == 0)
    printf("halo: %d steps of %d sweeps, %.6f s, sum %g\n", steps, sweeps, seconds_taken, all);
  MPI_Finalize();
  return 0;
}
