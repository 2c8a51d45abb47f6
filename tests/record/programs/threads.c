/* Two threads of each rank that talk to those of the other. */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>

static int rank;

static void *talk(void *which) {
  const int tag = (int)(intptr_t)which;
  int in;
  for (int i = 0; i < 50; ++i)
    MPI_Sendrecv(&i, 1, MPI_INT, 1 - rank, tag, &in, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  return 0;
}

int main(int argc, char **argv) {
  int level;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (level < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 77);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&thread, 0, talk, (void *)1);
  talk((void *)2);
  pthread_join(thread, 0);
  MPI_Finalize();
  return 0;
}
