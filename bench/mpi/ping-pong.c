// ping-pong [REPEATS]: half a round trip of two ranks by bytes: a line "BYTES SECONDS" each, the
// median of so many.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { largest = 1 << 21 };

static int by_size(const void* one, const void* other) {
  const double a = *(const double*)one, b = *(const double*)other;
  return (a > b) - (a < b);
}

static double round_trip(int rank, char* buffer, int bytes) {
  const double start = MPI_Wtime();
  if (rank == 0) {
    MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  }
  return MPI_Wtime() - start;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int repeats = argc > 1 ? atoi(argv[1]) : 1000;
  char* const buffer = calloc(largest, 1);
  double* const taken = malloc((size_t)repeats * sizeof *taken);
  if (buffer == NULL || taken == NULL || size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int bytes = 8; bytes <= largest; bytes *= 4) {
    for (int i = 0; i < repeats / 10; ++i) round_trip(rank, buffer, bytes);
    for (int i = 0; i < repeats; ++i) taken[i] = round_trip(rank, buffer, bytes);
    qsort(taken, (size_t)repeats, sizeof *taken, by_size);
    if (rank == 0) printf("%d %.9f\n", bytes, taken[repeats / 2] / 2);
  }
  free(buffer);
  free(taken);
  MPI_Finalize();
  return 0;
}
