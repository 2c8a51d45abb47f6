// What a count depends on: through pointers, fields, a function's address, data that came by MPI.
#include <mpi.h>
#include <stdlib.h>

struct job {
  int count, unused;
  double* data;
};

static void twice(int* n) { *n *= 2; }
static void nothing(int* n) { (void)n; }

static int longest(const int* lengths, int size) {
  int most = 0;
  for (int i = 0; i < size; ++i)
    if (lengths[i] > most) most = lengths[i];
  return most;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int lengths[64], own = 0;
  for (int i = 0; i <= rank; ++i) own += i;
  MPI_Allgather(&own, 1, MPI_INT, lengths, 1, MPI_INT, MPI_COMM_WORLD);
  struct job job = {longest(lengths, size), 0, NULL};
  int* const alias = &job.count;
  for (int i = 0; i < 3; ++i) *alias += 1;
  for (int i = 0; i < 1000; ++i) job.unused += i;
  void (*change)(int*) = argc > 5 ? nothing : twice;
  change(&job.count);
  job.data = calloc((size_t)job.count, sizeof(double));
  for (int i = 0; i < job.count; ++i) job.data[i] = i;
  MPI_Bcast(job.data, job.count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  free(job.data);
  MPI_Finalize();
  return 0;
}
