// A ring from C++.
#include <mpi.h>

#include <vector>

#include "hpcast_record.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<double> out(100), in(100);
  for (int i = 0; i < 5; ++i)
    MPI_Sendrecv(out.data(), 100, MPI_DOUBLE, (rank + 1) % ranks, 0, in.data(), 100, MPI_DOUBLE,
                 (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  HPCAST_ADD_TIME(1);
  MPI_Finalize();
}
