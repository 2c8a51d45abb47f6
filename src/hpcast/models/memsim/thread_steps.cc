#include "hpcast/models/memsim/thread_steps.h"

namespace hpcast::memsim {

void ThreadSteps::work(std::uint32_t thread, std::uint32_t core, std::uint32_t phase,
                       double seconds) {
  add(thread, {0, Does::work, core, phase, seconds, {}});
}

void ThreadSteps::signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object) {
  add(thread, {0, Does::signal, 0, phase, 0, {object}});
}

void ThreadSteps::wait(std::uint32_t thread, std::uint32_t phase, const Wait& wait) {
  add(thread, {0, Does::wait, 0, phase, 0, wait});
}

void ThreadSteps::lock(std::uint32_t thread, std::uint32_t phase, std::uint64_t object) {
  add(thread, {0, Does::lock, 0, phase, 0, {object}});
}

void ThreadSteps::add(std::uint32_t thread, Step step) {
  step.number = told_++;
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  threads_[thread].push_back(step);
  if (told_ - followed_ > kept) follow_next();
}

const ThreadClocks& ThreadSteps::clocks() {
  while (followed_ < told_) follow_next();
  return clocks_;
}

bool ThreadSteps::can_follow(std::uint32_t thread, const Step& step) const {
  if (step.does == Does::wait) return clocks_.is_met(step.wait);
  return step.does != Does::lock || clocks_.is_free(thread, step.wait.object);
}

// Where nobody can go on, since a lock is held by one who waits in turn or a signal was never told
// of, whose step was told first: the weave's order is one that goes.
std::uint32_t ThreadSteps::next_thread() const {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t behind = none, first = none;
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    if (threads_[t].empty()) continue;
    const Step& step = threads_[t].front();
    if (first == none || step.number < threads_[first].front().number) first = t;
    const bool is_behind = behind == none || clocks_.now(t) < clocks_.now(behind);
    if (is_behind && can_follow(t, step)) behind = t;
  }
  return behind != none ? behind : first;
}

void ThreadSteps::follow_next() {
  const std::uint32_t thread = next_thread();
  follow(thread, threads_[thread].front());
  threads_[thread].pop_front();
  ++followed_;
}

void ThreadSteps::follow(std::uint32_t thread, const Step& step) {
  switch (step.does) {
    case Does::work:
      return clocks_.work(thread, step.core, step.phase, step.seconds);
    case Does::signal:
      return clocks_.signal(thread, step.phase, step.wait.object);
    case Does::wait:
      return clocks_.wait(thread, step.phase, step.wait);
    case Does::lock:
      return clocks_.lock(thread, step.phase, step.wait.object);
  }
}

}  // namespace hpcast::memsim
