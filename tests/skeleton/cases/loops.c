// One variable for a loop that computes and one that sends; what is summed is sent, but nothing
// depends on it.
#include <mpi.h>
#include <stdlib.h>

static double sum(const double* a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

int main(int argc, char** argv) {
  int rank, size, i;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  double* a = malloc((size_t)n * sizeof *a);
  double* b = malloc((size_t)n * sizeof *b);
  for (i = 0; i < n; ++i) a[i] = b[i] = i;
  for (i = 0; i < 3; ++i)
    MPI_Sendrecv_replace(a, n, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double local = sum(a, n), all;
  for (i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) local += b[i] * a[j];
  MPI_Allreduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  free(a);
  free(b);
  MPI_Finalize();
  return all > 0 ? 0 : 1;
}
