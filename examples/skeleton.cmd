# An MPI program without what no message depends on, which says how long that would take instead.
# Its times: here by a pragma; --calibrate measures them.
cat > relax.c <<'END'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = atoi(argv[1]), next = (rank + 1) % size, last = (rank + size - 1) % size;
  double* const cells = malloc((n + 1) * sizeof(double));
  double* const before = malloc((n + 1) * sizeof(double));
#pragma hpcast skeleton time(1e-9 * n)
  for (int i = 0; i <= n; ++i) cells[i] = rank;
  for (int step = 0; step < 10; ++step) {
    MPI_Sendrecv(&cells[n], 1, MPI_DOUBLE, next, 0, &cells[0], 1, MPI_DOUBLE, last, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma hpcast skeleton time(2e-9 * n)
    for (int i = 1; i <= n; ++i) {
      before[i] = cells[i - 1];
      cells[i] = 0.5 * (before[i] + cells[i]);
    }
  }
  free(before);
  free(cells);
  MPI_Finalize();
  return 0;
}
END
hpcast skeleton relax.c -o S 2>&1
# More cells than anybody would compute here.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpicc -O2 -IS S/relax.c -o relax
hpcast record -o P -- mpirun --oversubscribe -n 4 ./relax 100000000 | sed 's|[0-9]* operations, ||'
