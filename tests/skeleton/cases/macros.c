// What macros write: as a whole, or not at all.
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#define CHECK(call)                                   \
  do {                                                \
    const int error = (call);                         \
    if (error != MPI_SUCCESS) fprintf(stderr, #call); \
  } while (0)
#define SWAP(a, b)        \
  do {                    \
    const double c = (a); \
    (a) = (b);            \
    (b) = c;              \
  } while (0)
#define FOR(i, n) for (int i = 0; i < n; ++i)
#define TWICE(x) \
  x;             \
  x

static int next(double* unused) {
  static int k;
  k += 3;
  *unused += 1;
  return k;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int n = 1, m = 1;
  double unused = 0, a[100];
  char b[1000];
  assert(MPI_Comm_size(MPI_COMM_WORLD, &n) == MPI_SUCCESS);
  FOR(i, 10) n += i;
  FOR(i, 100) a[i] = i;
  for (int i = 0; i < 50; ++i) {
    assert(a[i] < 200);
    SWAP(a[i], a[99 - i]);
  }
  CHECK(MPI_Bcast(b, n, MPI_CHAR, 0, MPI_COMM_WORLD));
  assert((m = next(&unused)) > 0);
  TWICE(m += next(&unused));
  MPI_Bcast(b, m, MPI_CHAR, 0, MPI_COMM_WORLD);
  printf("%g\n", a[0]);
  return MPI_Finalize();
}
