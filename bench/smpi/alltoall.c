/* alltoall RANKS-are-mpirun's BYTES [once]: one MPI_Alltoall, or all messages at once; for
 * SimGrid's smpirun beside hpcast. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int bytes = argc > 1 ? atoi(argv[1]) : 1024;
  char* const out = calloc((size_t)size, (size_t)bytes);
  char* const in = calloc((size_t)size, (size_t)bytes);
  if (argc < 3) {
    MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
  } else {
    MPI_Request* const requests = malloc(2 * (size_t)size * sizeof(MPI_Request));
    int count = 0;
    for (int i = 1; i < size; ++i)
      MPI_Irecv(in, bytes, MPI_BYTE, (rank + size - i) % size, 0, MPI_COMM_WORLD,
                &requests[count++]);
    for (int i = 1; i < size; ++i)
      MPI_Isend(out, bytes, MPI_BYTE, (rank + i) % size, 0, MPI_COMM_WORLD, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    free(requests);
  }
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
