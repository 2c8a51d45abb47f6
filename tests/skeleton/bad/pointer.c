#include <mpi.h>
int main(int argc, char** argv) {
  int (*send)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = MPI_Send;
  MPI_Init(&argc, &argv);
  send(&argc, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  return MPI_Finalize();
}
