// Threads: what they compute, and what keeps them apart.
#include <mpi.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

static char data[100000];
static std::mutex lock;
static std::condition_variable changed;

static int counted() {
  int count = 0;
  double sum = 0;
  const auto work = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      const std::lock_guard<std::mutex> guard(lock);
      count += 1;
      sum += i;
    }
  };
  std::thread first(work, 20000), second(work, 20000);
  first.join();
  second.join();
  std::printf("%g\n", sum);
  return count;
}

static void sum_up(const std::vector<double>& values, double& sum) {
  for (const double value : values) sum += value;
}

static int summed(int n) {
  std::vector<double> values(100);
  for (int i = 0; i < 100; ++i) values[i] = i;
  double sum = 0;
  std::thread other(sum_up, std::cref(values), std::ref(sum));
  other.join();
  std::printf("%g\n", sum);
  return n;
}

static int handed_over() {
  int number = 0;
  bool ready = false;
  std::thread maker([&] {
    int sum = 0;
    for (int i = 0; i < 5; ++i) sum += i;
    std::unique_lock<std::mutex> guard(lock);
    number = sum;
    ready = true;
    guard.unlock();
    changed.notify_one();
  });
  std::unique_lock<std::mutex> guard(lock);
  changed.wait(guard, [&] { return ready; });
  const int got = number;
  guard.unlock();
  maker.join();
  return got;
}

static int by_hand() {
  static std::atomic<int> turns{0};
  int count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 10000; ++i) {
        lock.lock();
        count += 1;
        lock.unlock();
        turns += 1;
      }
    });
  for (std::thread& thread : threads) thread.join();
  return count + turns;
}

static void in_another_thread() {
  std::thread sender([] { MPI_Barrier(MPI_COMM_WORLD); });
  sender.join();
  std::vector<std::thread> others;
  others.emplace_back([] { MPI_Barrier(MPI_COMM_WORLD); });
  others.back().join();
}

int main(int argc, char** argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Bcast(data, counted(), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, summed(3), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, handed_over(), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, by_hand(), MPI_CHAR, 0, MPI_COMM_WORLD);
  in_another_thread();
  double x = 0;
  for (int i = 0; i < 100; ++i) x += i;
  MPI_Barrier(MPI_COMM_WORLD);
  std::printf("%g\n", x);
  MPI_Finalize();
  return 0;
}
