// A header from anybody, then what belongs to it, which has no tag of its own: whose header comes
// first decides what the other receives mean. Rank 1 is late, by no computation of its own; in the
// profile, rank 2 is. In the end somebody sends what nobody receives.
#include <mpi.h>
#include <unistd.h>

#include "hpcast_record.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 0; i < 2; ++i) {
      MPI_Status status;
      MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      MPI_Recv(&number, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    if (rank == 1) sleep(1);
    if (rank == 2) HPCAST_ADD_TIME(0.1);
    MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(&number, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
