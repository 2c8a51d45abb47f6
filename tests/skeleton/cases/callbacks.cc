// What the library was given to call, and calls sooner or later.
#include <mpi.h>

#include <functional>
#include <memory>
#include <thread>
#include <vector>
static char text[1000];
static void talk(int n) { MPI_Bcast(text, n, MPI_CHAR, 0, MPI_COMM_WORLD); }
struct Task {
  virtual void run() = 0;
  virtual ~Task() {}
};
struct Talk : Task {
  void run() override { talk(3); }
};
struct Add {
  int* to;
  void operator()(int k) const {
    for (int i = 0; i < k; i++) *to += i;
  }
};
static auto adder(int k) {
  return [k, total = 0](int x) mutable {
    for (int i = 0; i < k; ++i) total += x;
    return total;
  };
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::function<void()> wait = [] { MPI_Barrier(MPI_COMM_WORLD); };
  for (int i = 0; i < 3; i++) wait();
  int n = 0, m = 0;
  double sum = 0;
  std::function<void(int)> add = [&n](int k) {
    for (int i = 0; i < k; i++) n += i;
  };
  std::function<void(int)> other = Add{&m};
  std::function<void(int)> compute = [&sum](int k) {
    for (int i = 0; i < k; i++) sum += 1.0 / (i + 1);
  };
  add(10);
  other(5);
  compute(1000);
  talk(n + m);
  std::vector<std::unique_ptr<Task>> tasks;
  tasks.push_back(std::unique_ptr<Task>(new Talk));
  for (auto& task : tasks) task->run();
  std::vector<std::function<void()>> later;
  for (int i = 0; i < 3; i++) later.push_back([i] { talk(i); });
  for (auto& each : later) each();
  auto adds = adder(3);
  adds(2);
  talk(adds(1));
  int counted = 0;
  std::thread thread([&] {
    for (int i = 0; i < 10; i++) counted += i;
  });
  thread.join();
  talk(counted);
  MPI_Finalize();
  return sum > 0 ? 0 : 1;
}
