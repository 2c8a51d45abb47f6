#include <mpi.h>
void send(int n) { MPI_Send(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); }
