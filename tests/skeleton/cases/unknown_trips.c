#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int n = 0;
  double* a = malloc(1000 * sizeof *a);
  for (int i = 0; i < 1000; ++i) a[i] = i % 7;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) n += (int)a[i];
  MPI_Barrier(MPI_COMM_WORLD);
  double s = 0;
  for (int i = 0; i < n; ++i) s += 1.0 / (i + 1);
  MPI_Bcast(&s, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
