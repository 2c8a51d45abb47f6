// Exceptions through instrumented frames, virtual calls, std::thread with a mutex.
#include <cstdio>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Square : Shape {
  int corners() const override { return 4; }
};

static void fail(int depth) {
  if (depth == 0) throw std::runtime_error("deep");
  std::string local(100, 'x');
  fail(depth - 1);
}

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>());
  int caught = 0;
  for (int i = 0; i < 10; ++i) {
    try {
      fail(i);
    } catch (const std::runtime_error& error) {
      caught += std::string(error.what()) == "deep";
    }
  }
  std::mutex mutex;
  long sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 1000; ++j) {
        const std::lock_guard<std::mutex> lock(mutex);
        ++sum;
      }
    });
  for (auto& thread : threads) thread.join();
  std::printf("%d %d %ld\n", caught, shapes[0]->corners(), sum);
}
