/* patterns NAME BYTES: a small communication pattern; each rank prints how long it took. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, bytes;
static char *out, *in;

static void ping_pong(void) {
  for (int i = 0; i < 4; ++i) {
    if (rank == 0) {
      MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  }
}

static void ring(void) {
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  if (rank == 0) MPI_Send(out, bytes, MPI_BYTE, next, 0, MPI_COMM_WORLD);
  MPI_Recv(in, bytes, MPI_BYTE, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank > 0) MPI_Send(out, bytes, MPI_BYTE, next, 0, MPI_COMM_WORLD);
}

static void shift(void) {
  for (int i = 1; i < size; ++i)
    MPI_Sendrecv(out, bytes, MPI_BYTE, (rank + i) % size, 0, in, bytes, MPI_BYTE,
                 (rank + size - i) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void incast(void) {
  if (rank > 0) MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  MPI_Request requests[64];
  for (int i = 1; rank == 0 && i < size; ++i)
    MPI_Irecv(in, bytes, MPI_BYTE, i, 0, MPI_COMM_WORLD, &requests[i - 1]);
  if (rank == 0) MPI_Waitall(size - 1, requests, MPI_STATUSES_IGNORE);
}

static void all_at_once(void) {
  MPI_Request requests[128];
  int count = 0;
  for (int i = 1; i < size; ++i)
    MPI_Irecv(in, bytes, MPI_BYTE, (rank + i) % size, 0, MPI_COMM_WORLD, &requests[count++]);
  for (int i = 1; i < size; ++i)
    MPI_Isend(out, bytes, MPI_BYTE, (rank + i) % size, 0, MPI_COMM_WORLD, &requests[count++]);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } patterns[] = {{"ping-pong", ping_pong},
                  {"ring", ring},
                  {"shift", shift},
                  {"incast", incast},
                  {"all-at-once", all_at_once}};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  bytes = argc > 2 ? atoi(argv[2]) : 1;
  out = calloc(1, (size_t)bytes);
  in = calloc(1, (size_t)bytes);
  const double start = MPI_Wtime();
  for (size_t i = 0; argc > 1 && i < sizeof patterns / sizeof patterns[0]; ++i)
    if (strcmp(argv[1], patterns[i].name) == 0) patterns[i].run();
  printf("took %.9f\n", MPI_Wtime() - start);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
