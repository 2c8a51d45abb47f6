// calls COUNT MICROSECONDS: messages to itself, MPI_Isend, MPI_Recv and MPI_Wait, COUNT times, with
// so much work before each of the calls. Prints what a call takes, in nanoseconds: the median, so
// that other work on the machine does not show. With a recorder and without, the difference is what
// the recorder takes for a call.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Work goes through as much memory as a core's second cache has, so that a call finds the caches as
// it does in a program.
enum { cells = 1 << 16 };
static double field[cells];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void work_until(double end) {
  static int at = 0;
  while (now() < end) {
    for (int i = 0; i < 512; ++i) field[at + i] = 0.5 * field[at + i] + 1;
    at = (at + 512) % cells;
  }
}

static double *taken, interval;

#define TIMED(call)               \
  do {                            \
    work_until(now() + interval); \
    const double begin = now();   \
    call;                         \
    *taken++ = now() - begin;     \
  } while (0)

static void message(void) {
  double out = 1, in = 0;
  MPI_Request request;
  TIMED(MPI_Isend(&out, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request));
  TIMED(MPI_Recv(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
  TIMED(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static int by_size(const void* one, const void* other) {
  const double a = *(const double*)one, b = *(const double*)other;
  return (a > b) - (a < b);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int count = argc > 1 ? atoi(argv[1]) : 10000;
  interval = argc > 2 ? 1000 * atof(argv[2]) : 0;
  double* const all = malloc(3 * (size_t)count * sizeof *all);
  if (all == NULL || count < 1) MPI_Abort(MPI_COMM_WORLD, 1);
  taken = all;
  for (int i = 0; i < count; ++i) message();
  qsort(all, 3 * (size_t)count, sizeof *all, by_size);
  printf("%.1f\n", all[3 * (size_t)count / 2]);
  free(all);
  MPI_Finalize();
  return 0;
}
