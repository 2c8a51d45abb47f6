#include "hpcast/models/memsim/worker_pool.h"

#include <system_error>
#include <utility>

namespace hpcast::memsim {

WorkerPool::WorkerPool(unsigned threads) {
  try {
    for (unsigned i = 1; i < threads; ++i) threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    // The system allows no more: fewer do the same work.
  }
}

WorkerPool::~WorkerPool() {
  stop_ = true;
  ++loop_;
  loop_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::run(std::uint32_t items, const std::function<void(std::uint32_t)>& work) {
  if (threads_.empty() || items <= 1) {
    for (std::uint32_t i = 0; i < items; ++i) work(i);
    return;
  }
  work_ = &work;
  items_ = items;
  next_ = 0;
  busy_ = static_cast<std::uint32_t>(threads_.size());
  ++loop_;
  loop_.notify_all();
  take_items();
  for (std::uint32_t left = busy_; left != 0; left = busy_) busy_.wait(left);
  if (const std::exception_ptr failure = std::exchange(failure_, nullptr))
    std::rethrow_exception(failure);
}

void WorkerPool::take_items() {
  try {
    for (std::uint32_t i = next_++; i < items_; i = next_++) (*work_)(i);
  } catch (...) {
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void WorkerPool::serve() {
  std::uint32_t seen = 0;
  while (true) {
    loop_.wait(seen);
    ++seen;
    if (stop_) return;
    take_items();
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace hpcast::memsim
