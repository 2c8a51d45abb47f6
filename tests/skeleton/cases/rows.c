// Arrays of pointers to rows: what decides is only ever read and counted up.
#include <mpi.h>
#include <stdlib.h>

struct grid {
  int n;
  double** u;
};

static double residual(const struct grid* g) {
  double r = 0;
  for (int i = 0; i < g->n; ++i)
    for (int j = 0; j < g->n; ++j) r += g->u[i][j];
  return r;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  struct grid g = {4, malloc(4 * sizeof *g.u)};
  int* calls = NULL;
  calls = realloc(calls, sizeof *calls);
  *calls = 0;
  for (int i = 0; i < g.n; ++i) g.u[i] = malloc(4 * sizeof **g.u);
  for (int i = 0; i < g.n; ++i)
    for (int j = 0; j < g.n; ++j) g.u[i][j] = i + j;
  while (residual(&g) > 1) {
    for (int i = 0; i < g.n; ++i)
      for (int j = 0; j < g.n; ++j) g.u[i][j] *= 0.5;
    ++*calls;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  char buffer[100];
  MPI_Bcast(buffer, *calls, MPI_CHAR, 0, MPI_COMM_WORLD);
  return MPI_Finalize();
}
