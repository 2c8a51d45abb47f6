// Exceptions that are caught lead to messages or away from them; those that end the program do not
// happen.
#include <mpi.h>

#include <iostream>
#include <stdexcept>
#include <vector>
static char text[1000];
static void talk(int n) { MPI_Bcast(text, n, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void check(double x) {
  if (x > 3) throw 1;
}
static int step(int i) {
  if (i > 6) throw i;
  return i;
}
static double solve(int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += 1.0 / (i + 1);
  if (sum < 0) throw std::runtime_error("diverges");
  return sum;
}
static void thrown_by_the_program() {
  double sum = 0;
  try {
    for (int i = 0; i < 1000; i++) {
      sum += 1.0 / (i + 1);
      check(sum);
    }
  } catch (int) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
}
static void thrown_by_the_library() {
  std::vector<int> values(10);
  double sum = 0;
  try {
    for (int i = 0; i < 20; i++) sum += values.at(i);
  } catch (const std::out_of_range&) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
}
static void left_halfway() {
  int n = 1;
  try {
    for (int i = 0; i < 20; i++) n += step(i);
    n = 2;
  } catch (int) {
  }
  talk(n);
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  thrown_by_the_program();
  thrown_by_the_library();
  left_halfway();
  try {
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += solve(1000);
    MPI_Barrier(MPI_COMM_WORLD);
    std::cout << sum << "\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
