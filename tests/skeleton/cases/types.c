// Types that are declared, and lengths that are computed, where something is replaced.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int diagonal(int n, int a[n][n], int i) { return a[i][i]; }

static int through_pointer(int k) {
  int m = 5;
  for (int i = 0; i < k; ++i) m += i;
  int(*a)[m] = malloc(sizeof(int) * 100);
  for (int i = 0; i < 36; ++i) ((int*)a)[i] = i;
  return a[2][1];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  typedef double real;
  struct pair {
    double x, y;
  } all;
  enum { few = 3 };
  int helper(int);
  int n = 4 + argc, length = 0;
  int a[n][n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i][j] = i * 10 + j;
  for (int i = 0; i < n; ++i) length += i;
  real s = 0;
  for (int i = 0; i < 10000; ++i) s += 1.0 / (i + 1);
  all.x = s;
  struct pair pairs[few];
  __typeof__(s) reals[2];
  char b[1000];
  MPI_Bcast(pairs, few * (int)sizeof(struct pair), MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Bcast(reals, helper(1), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, diagonal(n, a, 2), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, (int)sizeof(char[length]), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, through_pointer(2), MPI_CHAR, 0, MPI_COMM_WORLD);
  if (argc > 5) goto inner;
  for (int i = 0; i < 10; ++i) s += i;
  if (argc > 3) {
  inner:
    s += 1;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g %g\n", s, all.x);
  return MPI_Finalize();
}
int helper(int x) { return x; }
