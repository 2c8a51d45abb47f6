/* virtual SECONDS [STEPS]: each rank adds so much to its virtual clock, and computes so many steps,
   in a ring that waits for all. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "hpcast_record.h"

int main(int argc, char **argv) {
  int rank, ranks, given = 0, taken;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double begin = MPI_Wtime();
  HPCAST_ADD_TIME(atof(argv[1]));
  for (volatile long i = argc > 2 ? atol(argv[2]) : 0; i > 0;) i = i - 1;
  MPI_Sendrecv(&given, 1, MPI_INT, (rank + 1) % ranks, 0, &taken, 1, MPI_INT,
               (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) printf("rank %d took %.3f s\n", rank, MPI_Wtime() - begin);
  MPI_Finalize();
  return 0;
}
