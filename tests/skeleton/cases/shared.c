// One text twice: only one of the two sums decides, both smoothings go.
#include <mpi.h>
#define TYPE int
#define FUNCTION sum_int
#define SMOOTH smooth_int
#include "shared.h"
#undef TYPE
#undef FUNCTION
#undef SMOOTH
#define TYPE double
#define FUNCTION sum_double
#define SMOOTH smooth_double
#include "shared.h"

static int after(int n);

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double x[10], y[10];
  int k[10], unused[10];
  char b[1000];
  for (int i = 0; i < 10; ++i) x[i] = 0.5 * i;
  for (int i = 0; i < 10; ++i) k[i] = i;
  MPI_Bcast(b, sum_int(k, 10), MPI_CHAR, 0, MPI_COMM_WORLD);
  sum_double(x, 10);
  smooth_double(y, 10);
  smooth_int(unused, 10);
  MPI_Bcast(b, after(3), MPI_CHAR, 0, MPI_COMM_WORLD);
  return MPI_Finalize();
}

static int after(int n) { return n + 1; }
