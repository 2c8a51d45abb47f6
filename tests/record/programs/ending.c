/* ending HOW: rank 1 ends early, while the others go on. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, ranks, in;
  const char *how = argc > 1 ? argv[1] : "";
  if (!strcmp(how, "none")) return 0;
  if (!strcmp(how, "before")) return 5;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; !strcmp(how, "forever") || i < 100; ++i) {
    MPI_Sendrecv(&i, 1, MPI_INT, (rank + 1) % ranks, 0, &in, 1, MPI_INT, (rank + ranks - 1) % ranks,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(how, "forever")) usleep(1000);
    if (!strcmp(how, "forever") && i == 1 && rank == 0) {
      puts("begun");
      fflush(stdout);
    }
  }
  if (rank == 1 && !strcmp(how, "killed")) raise(SIGKILL);
  if (rank == 1 && !strcmp(how, "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
  if (*how != '\0') MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return !strcmp(how, "status") ? 4 : 0;
}
