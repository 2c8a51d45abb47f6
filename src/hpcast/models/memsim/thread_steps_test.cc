#include "hpcast/models/memsim/thread_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace hpcast::memsim {
namespace {

constexpr std::uint64_t one_lock = 200, other_lock = 201, one_post = 300;

void hold(ThreadSteps& steps, std::uint32_t thread, double seconds) {
  steps.lock(thread, 0, one_lock);
  steps.work(thread, thread, 0, seconds);
  steps.signal(thread, 0, one_lock);
}

double elapsed(ThreadSteps& steps) { return steps.clocks().elapsed()[0]; }

// As Valgrind runs them, one after the other.
double time_of_turns(std::uint32_t threads, int turns, double held, double outside) {
  ThreadSteps steps;
  for (std::uint32_t t = 0; t < threads; ++t)
    for (int i = 0; i < turns; ++i) {
      hold(steps, t, held);
      steps.work(t, t, 0, outside);
    }
  return elapsed(steps);
}

// The lock is the limit, or each thread's own turns.
TEST(ThreadSteps, ThreadsTakeALockInTurn) {
  EXPECT_EQ(time_of_turns(4, 100, 2, 0), 800);
  EXPECT_EQ(time_of_turns(2, 100, 2, 2), 402);
  EXPECT_EQ(time_of_turns(4, 100, 1, 3), 403);
  EXPECT_EQ(time_of_turns(4, 100, 1, 1), 401);
  EXPECT_NEAR(time_of_turns(4, 100, 1, 99), 10000, 4);
}

// Of turns of any length: no shorter than what the lock is held, nor than the longest thread; no
// longer than both together.
TEST(ThreadSteps, RandomTurnsAreWithinTheirBounds) {
  std::mt19937 dice(1);
  for (int program = 0; program < 100; ++program) {
    ThreadSteps steps;
    const std::uint32_t threads = 1 + dice() % 6;
    double held = 0, longest = 0;
    for (std::uint32_t t = 0; t < threads; ++t) {
      double own = 0;
      for (unsigned i = 0; i < 50; ++i) {
        const double holds = dice() % 20, works = dice() % 100;
        hold(steps, t, holds);
        steps.work(t, t, 0, works);
        held += holds;
        own += holds + works;
      }
      longest = std::max(longest, own);
    }
    EXPECT_GE(elapsed(steps), std::max(held, longest));
    EXPECT_LE(elapsed(steps), held + longest);
  }
}

// Each has what the other waits for, which never was so in the run told of.
TEST(ThreadSteps, ADeadlockThatWasNoneIsPassed) {
  ThreadSteps steps;
  const auto both = [&](std::uint32_t thread, std::uint64_t first, std::uint64_t second) {
    steps.lock(thread, 0, first);
    steps.work(thread, thread, 0, 1);
    steps.lock(thread, 0, second);
    steps.work(thread, thread, 0, 1);
    steps.signal(thread, 0, second);
    steps.signal(thread, 0, first);
  };
  both(0, one_lock, other_lock);
  both(1, other_lock, one_lock);
  EXPECT_GE(elapsed(steps), 3);
  EXPECT_LE(elapsed(steps), 4);
}

// Who holds a lock waits for one who needs it first.
TEST(ThreadSteps, ASignalFromBehindALockComes) {
  ThreadSteps steps;
  steps.work(0, 0, 0, 10);
  hold(steps, 0, 1);
  steps.signal(0, 0, one_post);
  steps.lock(1, 0, one_lock);
  steps.wait(1, 0, {one_post, 1});
  steps.work(1, 1, 0, 1);
  steps.signal(1, 0, one_lock);
  EXPECT_GE(elapsed(steps), 12);
  EXPECT_LE(elapsed(steps), 14);
}

TEST(ThreadSteps, AWaitWhoseSignalWasNotToldOfIsPassed) {
  ThreadSteps steps;
  steps.wait(0, 0, {one_post, 3});
  steps.work(0, 0, 0, 2);
  EXPECT_EQ(elapsed(steps), 2);
}

}  // namespace
}  // namespace hpcast::memsim
