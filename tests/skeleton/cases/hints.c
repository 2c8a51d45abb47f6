// Pragmas for the compiler before loops: they go where the loop does.
#include <mpi.h>
#include <stdio.h>
#define PARALLEL _Pragma("omp parallel for reduction(+ : s)")

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double s = 0, x[1000];
  int threads = 1;
  for (int i = 0; i < 1; ++i) threads += i;
#pragma GCC ivdep
  for (int i = 0; i < 1000; ++i) x[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  PARALLEL
  for (int i = 0; i < 1000; ++i) s += x[i];
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    s += x[i];
    MPI_Barrier(MPI_COMM_WORLD);
  }
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < 1; ++i) MPI_Barrier(MPI_COMM_WORLD);
#pragma GCC unroll 4
  for (int i = 0; i < 1000; ++i) s += x[i];
  printf("%g\n", s);
  return MPI_Finalize();
}
