// A few host threads that share out the items of one loop after another.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hpcast::memsim {

class WorkerPool {
 public:
  // threads: how many work, the caller of run() among them; at least 1.
  explicit WorkerPool(unsigned threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Calls work(i) for every i < items, in no order; returns when all have. What one of them throws
  // comes through then (the first caught, where several do).
  void run(std::uint32_t items, const std::function<void(std::uint32_t)>& work);

 private:
  void serve();
  void take_items();

  const std::function<void(std::uint32_t)>* work_ = nullptr;
  std::uint32_t items_ = 0;
  std::atomic<std::uint32_t> next_{0};
  std::atomic<std::uint32_t> busy_{0};
  std::atomic<std::uint32_t> loop_{0};
  std::atomic<bool> stop_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace hpcast::memsim
