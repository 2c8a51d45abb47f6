#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
#pragma hpcast skeleton replase
  for (int i = 0; i < 9; ++i) argc += i;
  return MPI_Finalize();
}
