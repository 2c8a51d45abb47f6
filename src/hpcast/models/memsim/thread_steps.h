// What threads do, told in the order of the weave, brought into one time (ThreadClocks) in the
// order of that time: next comes a step of the thread that is behind, of those that can go on. Who
// came first to a lock in the run told of, where one thread ran after the other maybe, is no reason
// to wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "hpcast/models/memsim/thread_clocks.h"

namespace hpcast::memsim {

// Functions as those of ThreadClocks.
class ThreadSteps {
 public:
  ThreadSteps() = default;
  explicit ThreadSteps(HandOverTime hand_over) : clocks_(std::move(hand_over)) {}

  void begin(std::uint32_t thread, std::uint32_t process) { clocks_.begin(thread, process); }
  void work(std::uint32_t thread, std::uint32_t core, std::uint32_t phase, double seconds);
  void signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);
  void wait(std::uint32_t thread, std::uint32_t phase, const Wait& wait);
  void lock(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);

  // After all that has been told.
  const ThreadClocks& clocks();

 private:
  enum class Does : std::uint8_t { work, signal, wait, lock };
  struct Step {
    std::uint64_t number = 0;  // in the order of the weave
    Does does = Does::work;
    std::uint32_t core = 0, phase = 0;
    double seconds = 0;
    Wait wait;  // of signals and locks only the object
  };
  // Steps that are looked at together. Of more, those of who is behind are taken as they came.
  static constexpr std::size_t kept = std::size_t{1} << 20;

  void add(std::uint32_t thread, Step step);
  std::uint32_t next_thread() const;
  bool can_follow(std::uint32_t thread, const Step& step) const;
  void follow_next();
  void follow(std::uint32_t thread, const Step& step);

  std::deque<std::deque<Step>> threads_;
  std::uint64_t told_ = 0, followed_ = 0;
  ThreadClocks clocks_;
};

}  // namespace hpcast::memsim
