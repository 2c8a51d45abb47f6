// Early ends: those that decide about messages stay, and so does what they look at.
#include <math.h>
#include <mpi.h>

static double field[1000];

static double change(void) {
  double most = 0;
  for (int i = 1; i < 999; ++i) {
    const double next = 0.5 * (field[i - 1] + field[i + 1]);
    most = fmax(most, fabs(next - field[i]));
    field[i] = next;
  }
  return most;
}

static int check(const double* values, int n) {
  for (int i = 0; i < n; ++i)
    if (values[i] < 0) return i;
  return -1;
}

static void report(int rank) {
  double most = 0;
  if (rank > 2) return;
  for (int i = 0; i < 1000; ++i) most = fmax(most, field[i]);
  field[0] = most;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 1000; ++i) field[i] = i % 7;
  for (int step = 0; step < 100; ++step) {
    double all = 0;
    const double own = change();
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (all < 1e-3) break;
  }
  switch (argc) {
    case 1:
      report(rank);
      break;
    default:
      MPI_Barrier(MPI_COMM_WORLD);
  }
  const int bad = check(field, 1000);
  MPI_Finalize();
  return bad >= 0;
}
