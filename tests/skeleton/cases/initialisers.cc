// Code in places where nobody looks for it, values by ways that are not assignments.
#include <mpi.h>

#include <array>
#include <cstdio>
#include <new>
static char text[1000];
static void talk(int n) { MPI_Bcast(text, n, MPI_CHAR, 0, MPI_COMM_WORLD); }
static int counter;
static int compute() {
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += i;
  counter++;
  return sum;
}
static int at_start = compute();
static int current;
static int get() { return current; }
static void send(int n = get()) { talk(n); }
struct Counted {
  int number = compute();
  int n = 1;
  void add(int k) {
    for (int i = 0; i < k; i++) n += i;
  }
};
static void captures() {
  int n = 1;
  auto add = [&to = n] {
    for (int i = 0; i < 10; i++) to += i;
  };
  add();
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += i;
  auto tell = [of = sum] { talk(of); };
  tell();
  talk(n);
}
static void members() {
  Counted one;
  Counted* pointer = &one;
  int Counted::*field = &Counted::n;
  void (Counted::*method)(int) = &Counted::add;
  (pointer->*method)(10);
  talk(one.n);
  for (int i = 0; i < 10; i++) pointer->*field += i;
  talk(one.n);
}
static void assignments() {
  int n = 1, sum = 0;
  for (int i = 0; i < 10; i++) sum += i;
  (n = 5) += sum;
  talk(n);
  int* placed = new (&n) int(2);
  for (int i = 0; i < 10; i++) *placed += i;
  talk(n);
}
static void types() {
  double sum = 0;
  for (int i = 0; i < 10; i++) sum += i;
  auto copy{sum};
  MPI_Bcast(&copy, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  decltype(sum) both[2];
  MPI_Bcast(both, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  constexpr int length = 4;
  std::array<double, length> few{};
  MPI_Bcast(few.data(), length, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::printf("%g\n", sum);
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  compute();
  Counted unused;
  talk(counter);
  talk(at_start);
  for (int i = 0; i < 10; i++) current += i;
  send();
  captures();
  members();
  assignments();
  types();
  MPI_Finalize();
}
