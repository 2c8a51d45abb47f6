// What people say against the slice, and instead of it.
#include <mpi.h>
#include <stdlib.h>

static int find(const double* a, int n) {
  int best = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > a[best]) best = i;
  return best;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, n = 1000;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double* const a = malloc((size_t)n * sizeof *a);
#pragma hpcast skeleton keep
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma hpcast skeleton assume(best == rank)
  const int best = find(a, n);
  MPI_Bcast(a, n, MPI_DOUBLE, best % size, MPI_COMM_WORLD);
  int count = 0;
#pragma hpcast skeleton replace
  for (int i = 0; i < n; ++i) count += a[i] > 3;
  MPI_Bcast(a, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#pragma hpcast skeleton time(1e-9 * n)
  for (int i = 0; i < n; ++i) a[i] *= 2;
#pragma hpcast skeleton assume(rank % 2 == 0)
  if (a[0] > 1) MPI_Barrier(MPI_COMM_WORLD);
  free(a);
  MPI_Finalize();
  return 0;
}
