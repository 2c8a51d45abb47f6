// What a region's time goes with: only what its names mean where it stands, and only where the
// program itself would read it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct list {
  int n, kind;
};
static int size = 1000;
static struct list* none;

static void shadowed(double* s) {
  for (int i = 0; i < size; ++i) *s += 1.0 / (i + 1);
}
void later(double* s);

static void through_null(double* s) {
  if (none != NULL)
    for (int i = 0; i < none->n; ++i) *s += i;
}

static void in_branch(const struct list* p, const double* x, double* s) {
  for (int i = 0; i < 10; ++i) {
    if (x[i] < 0.1) break;
    for (int j = 0; j < p->n; ++j) *s += j;
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double s = 0, x[10];
  int size, counts[4] = {1, 2, 3, 4}, k = argc > 5 ? 3 : 100000000;
  char b[1000];
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast(b, counts[1], MPI_CHAR, 0, MPI_COMM_WORLD);
  none = argc > 5 ? malloc(sizeof *none) : NULL;
  if (none) none->n = argc;
  for (int i = 0; i < 10; ++i) x[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  shadowed(&s);
  MPI_Barrier(MPI_COMM_WORLD);
  later(&s);
  MPI_Barrier(MPI_COMM_WORLD);
  through_null(&s);
  MPI_Barrier(MPI_COMM_WORLD);
  in_branch(none, x, &s);
  MPI_Barrier(MPI_COMM_WORLD);
  if (k < 4)
    for (int i = 0; i < counts[k]; ++i) s += i;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; k < 4 && i < counts[k]; ++i) s += i;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < size - size; ++i)
    for (int j = 0; j < none->n; ++j) s += j;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g %d\n", s, size);
  return MPI_Finalize();
}
static int length = 100;
void later(double* s) {
  for (int i = 0; i < length; ++i) *s += 1.0 / (i + 1);
}
