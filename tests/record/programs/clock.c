/* clock work SECONDS: so much computation on each rank, by its own clock, between barriers.
   clock pieces SECONDS: the same, a piece of 50 us before each message around a ring.
   clock add: by the virtual clock. clock poll: rank 1 asks until rank 0, asleep, has sent. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hpcast_record.h"

static double used(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void work(double seconds) {
  const double end = used() + seconds;
  while (used() < end) continue;
}

static void pieces(double seconds) {
  int rank, ranks, token = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < seconds / 50e-6; i += 2) {
    work(50e-6);
    MPI_Send(&token, 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
    work(50e-6);
    MPI_Recv(&token, 1, MPI_INT, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char **argv) {
  int rank, flag = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 10; ++i) {
    if (!strcmp(argv[1], "work")) work(atof(argv[2]) / 10);
    if (!strcmp(argv[1], "pieces")) pieces(atof(argv[2]) / 10);
    if (!strcmp(argv[1], "add")) {
      HPCAST_ADD_TIME(rank + 1);
      BSIM_ADD_TIME(0.5);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (!strcmp(argv[1], "poll") && rank == 0) {
    usleep(300000);
    MPI_Send(&flag, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (!strcmp(argv[1], "poll") && rank == 1) {
    MPI_Irecv(&flag, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
