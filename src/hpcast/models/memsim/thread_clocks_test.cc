#include "hpcast/models/memsim/thread_clocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace hpcast::memsim {
namespace {

constexpr std::uint64_t the_barrier = 100, the_lock = 200;

double waited(const ThreadClocks& clocks, std::uint32_t thread, std::uint32_t phase = 0) {
  return clocks.threads()[thread][phase].waited;
}

TEST(ThreadClocks, ABarrierLetsAllGoOnWithTheLast) {
  ThreadClocks clocks;
  clocks.work(0, 0, 0, 3);
  clocks.work(1, 1, 0, 5);
  for (const std::uint32_t thread : {0U, 1U}) clocks.signal(thread, 0, the_barrier);
  for (const std::uint32_t thread : {0U, 1U}) clocks.wait(thread, 0, {the_barrier, 2});
  clocks.work(0, 0, 0, 4);
  clocks.work(1, 1, 0, 1);
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{9});
  EXPECT_EQ(waited(clocks, 0), 2);
  EXPECT_EQ(clocks.threads()[0][0].waited_for, 1U);
  EXPECT_EQ(waited(clocks, 1), 0);
}

// A thread that is at the next barrier already does not keep others at the one before.
TEST(ThreadClocks, AWaitIsForTheSignalsItNames) {
  ThreadClocks clocks;
  clocks.work(0, 0, 0, 1);
  clocks.work(1, 1, 0, 2);
  for (const std::uint32_t thread : {0U, 1U}) clocks.signal(thread, 0, the_barrier);
  clocks.wait(0, 0, {the_barrier, 2});
  clocks.work(0, 0, 0, 10);
  clocks.signal(0, 0, the_barrier);
  clocks.wait(1, 0, {the_barrier, 2});
  clocks.work(1, 1, 0, 1);
  EXPECT_EQ(waited(clocks, 1), 0);
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{12});
}

// Four threads that hold a lock all the time take as long as one after the other.
TEST(ThreadClocks, ALockPutsThreadsInARow) {
  ThreadClocks clocks;
  for (std::uint32_t thread = 0; thread < 4; ++thread) {
    clocks.wait(thread, 0, {the_lock, thread});
    clocks.work(thread, thread, 0, 5);
    clocks.signal(thread, 0, the_lock);
  }
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{20});
  EXPECT_EQ(waited(clocks, 3), 15);
  EXPECT_EQ(clocks.threads()[3][0].waited_for, 2U);
}

// A lock that is mostly free: the run told of ran one thread after the other, which is no reason to
// wait.
TEST(ThreadClocks, ALockIsGotFromTheFirstThatLetsItGo) {
  ThreadClocks clocks;
  for (int i = 0; i < 1000; ++i) {
    clocks.work(0, 0, 0, 1);
    clocks.signal(0, 0, the_lock);
  }
  clocks.wait(1, 0, {the_lock, 1000, true});
  for (int i = 0; i < 1000; ++i) {
    clocks.work(1, 1, 0, 1);
    clocks.signal(1, 0, the_lock);
  }
  clocks.wait(0, 0, {the_lock, 2000, true});
  clocks.work(0, 0, 0, 5);
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{1005});
  EXPECT_EQ(waited(clocks, 1), 1);
  EXPECT_EQ(waited(clocks, 0), 0);
}

// For so long, from now on.
void hold(ThreadClocks& clocks, std::uint32_t thread, double seconds) {
  clocks.lock(thread, 0, the_lock);
  clocks.work(thread, thread, 0, seconds);
  clocks.signal(thread, 0, the_lock);
}

// Told of one thread after the other, the second comes between the first one's turns.
TEST(ThreadClocks, ALockIsHeldByOneAtATime) {
  ThreadClocks clocks;
  for (int i = 0; i < 3; ++i) {
    hold(clocks, 0, 2);
    clocks.work(0, 0, 0, 3);
  }
  hold(clocks, 1, 3);  // from 2 to 5
  hold(clocks, 1, 4);  // from 12 on: between there is room for 3 only
  EXPECT_EQ(waited(clocks, 0), 0);
  EXPECT_EQ(waited(clocks, 1), 2 + 7);
  EXPECT_EQ(clocks.threads()[1][0].waited_for, 0U);
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{16});
}

TEST(ThreadClocks, ALockTakenTwiceIsLetGoTwice) {
  ThreadClocks clocks;
  clocks.lock(0, 0, the_lock);
  hold(clocks, 0, 2);
  clocks.work(0, 0, 0, 1);
  EXPECT_FALSE(clocks.is_free(1, the_lock));
  EXPECT_TRUE(clocks.is_free(0, the_lock));
  clocks.signal(0, 0, the_lock);
  EXPECT_TRUE(clocks.is_free(1, the_lock));
  hold(clocks, 1, 1);
  EXPECT_EQ(waited(clocks, 1), 3);
}

// Who locks an object that it has waited for in the run told of does not wait for that.
TEST(ThreadClocks, AWaitBeforeALockIsNone) {
  ThreadClocks clocks;
  clocks.work(0, 0, 0, 10);
  hold(clocks, 0, 1);
  clocks.wait(1, 0, {the_lock, 1, false, true});
  hold(clocks, 1, 1);
  EXPECT_EQ(waited(clocks, 1), 0);
}

// 2 s between any two cores.
ThreadClocks clocks_of_distant_cores() {
  return ThreadClocks([](std::uint32_t from, std::uint32_t to) { return from == to ? 0 : 2; });
}

TEST(ThreadClocks, WordOfABarrierTakesItsWay) {
  ThreadClocks clocks = clocks_of_distant_cores();
  for (const std::uint32_t thread : {0U, 1U, 2U}) {
    clocks.work(thread, thread / 2, 0, thread == 0 ? 5 : 1);  // the first two on one core
    clocks.signal(thread, 0, the_barrier);
  }
  for (const std::uint32_t thread : {0U, 1U, 2U}) clocks.wait(thread, 0, {the_barrier, 3});
  EXPECT_EQ(clocks.now(0), 6) << "the second one's, on the same core: 5 and 1";
  EXPECT_EQ(clocks.now(1), 6);
  EXPECT_EQ(clocks.now(2), 8);
}

TEST(ThreadClocks, WordThatHasComeIsNotWaitedFor) {
  ThreadClocks clocks = clocks_of_distant_cores();
  clocks.work(0, 0, 0, 1);
  clocks.signal(0, 0, the_barrier);
  clocks.work(1, 1, 0, 2);
  clocks.wait(1, 0, {the_barrier, 1});
  EXPECT_EQ(clocks.now(1), 3);
  clocks.wait(1, 0, {the_barrier, 1});
  EXPECT_EQ(clocks.now(1), 3);
}

// Each lock comes from the other core, free or not; who had it last has it at once.
TEST(ThreadClocks, ALockComesFromWhoHadIt) {
  ThreadClocks clocks = clocks_of_distant_cores();
  clocks.work(1, 1, 0, 1);
  hold(clocks, 0, 3);
  hold(clocks, 0, 3);  // until 6
  hold(clocks, 1, 3);  // from 6 + 2 on
  EXPECT_EQ(clocks.now(1), 11);
  clocks.work(0, 0, 0, 100);
  hold(clocks, 0, 3);  // free since 11
  EXPECT_EQ(clocks.now(0), 6 + 100 + 2 + 3);
  EXPECT_EQ(waited(clocks, 0), 2);
}

TEST(ThreadClocks, EachPostLetsOneGoOn) {
  ThreadClocks clocks;
  for (int i = 0; i < 3; ++i) {
    clocks.work(0, 0, 0, 10);
    clocks.signal(0, 0, the_lock);
  }
  for (std::uint64_t i = 1; i <= 3; ++i) {
    clocks.wait(1, 0, {the_lock, i, true});
    clocks.work(1, 1, 0, 1);
  }
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{31});
}

TEST(ThreadClocks, ACoreIsForOneThreadAtATime) {
  ThreadClocks clocks;
  clocks.work(0, 7, 0, 3);
  clocks.work(1, 7, 0, 3);
  clocks.work(0, 7, 0, 1);
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{7});
  EXPECT_EQ(waited(clocks, 0), 3);
  EXPECT_EQ(waited(clocks, 1), 3);
}

// Who comes back to its core later, told of first, leaves it to others until then.
TEST(ThreadClocks, ACoreIsFreeUntilItIsTaken) {
  ThreadClocks clocks;
  clocks.work(1, 1, 0, 10);
  clocks.signal(1, 0, the_lock);
  clocks.work(0, 7, 0, 1);
  clocks.wait(0, 0, {the_lock, 1});
  clocks.work(0, 7, 0, 2);
  clocks.work(2, 7, 0, 10);  // from 1 to 10, and from 12 to 13
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{13});
  EXPECT_EQ(waited(clocks, 2), 3);
  EXPECT_EQ(clocks.threads()[2][0].waited_for, 0U);
}

// A thread that sleeps through a phase has waited for what was done in that, though it knew only of
// the one before.
TEST(ThreadClocks, PhasesAreTheFirstThreads) {
  ThreadClocks clocks;
  clocks.work(0, 0, 0, 1);
  clocks.work(1, 1, 0, 1);
  clocks.work(0, 0, 1, 10);
  clocks.signal(0, 1, the_lock);
  clocks.wait(1, 0, {the_lock, 1});
  clocks.work(1, 1, 1, 2);
  clocks.signal(1, 1, the_barrier);
  clocks.wait(0, 1, {the_barrier, 1});
  EXPECT_EQ(clocks.elapsed(), (std::vector<double>{1, 12}));
  EXPECT_EQ(waited(clocks, 1, 0), 0);
  EXPECT_EQ(waited(clocks, 1, 1), 10);
  EXPECT_EQ(waited(clocks, 0, 1), 2);
}

TEST(ThreadClocks, ALastPhaseEndsWithTheLastThread) {
  ThreadClocks clocks;
  clocks.work(0, 0, 0, 1);
  clocks.work(1, 1, 0, 4);
  EXPECT_EQ(clocks.elapsed(), std::vector<double>{4});
}

TEST(ThreadClocks, OfProcessesTheLongestCounts) {
  ThreadClocks clocks;
  for (std::uint32_t thread = 0; thread < 4; ++thread) clocks.begin(thread, thread / 2);
  clocks.work(0, 0, 0, 1);
  clocks.work(0, 0, 1, 5);
  clocks.work(2, 2, 0, 3);
  clocks.work(2, 2, 1, 1);
  clocks.work(3, 3, 1, 6);
  EXPECT_EQ(clocks.elapsed(), (std::vector<double>{3, 5}));
}

// Phases of one program after another add up.
TEST(ThreadClocks, AProgramThatWaitsForAnotherIsInNoPhaseMeanwhile) {
  ThreadClocks clocks;
  for (std::uint32_t thread = 0; thread < 2; ++thread) clocks.begin(thread, thread);
  clocks.work(0, 0, 0, 4);
  clocks.work(0, 0, 1, 5);
  clocks.signal(0, 1, the_lock);
  clocks.wait(1, 2, {the_lock, 1});
  clocks.work(1, 1, 2, 3);
  EXPECT_EQ(clocks.elapsed(), (std::vector<double>{4, 5, 3}));
}

// The same from a list of all signals, looked through at each wait.
class ObviousClocks {
 public:
  void work(std::uint32_t thread, double seconds) { now_[thread] += seconds; }
  void signal(std::uint32_t thread, std::uint64_t object) {
    signals_[object].push_back(now_[thread]);
  }
  void wait(std::uint32_t thread, std::uint64_t object, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i)
      now_[thread] = std::max(now_[thread], signals_[object][i]);
  }
  std::uint64_t signals(std::uint64_t object) { return signals_[object].size(); }
  double end() const {
    double last = 0;
    for (const auto& [thread, time] : now_) last = std::max(last, time);
    return last;
  }

 private:
  std::map<std::uint32_t, double> now_;
  std::map<std::uint64_t, std::vector<double>> signals_;
};

TEST(ThreadClocks, RandomProgramsTakeAsLongAsByTheObviousWay) {
  std::mt19937 dice(1);
  for (int program = 0; program < 200; ++program) {
    ThreadClocks clocks;
    ObviousClocks obvious;
    const std::uint32_t threads = 1 + dice() % 6;
    for (int step = 0; step < 300; ++step) {
      const std::uint32_t thread = dice() % threads;
      const std::uint64_t object = dice() % 4;
      const std::uint64_t count =
          obvious.signals(object) - std::min<std::uint64_t>(obvious.signals(object), dice() % 9);
      const double seconds = dice() % 100;
      if (dice() % 2 == 0) {
        clocks.work(thread, thread, 0, seconds);
        obvious.work(thread, seconds);
      } else if (dice() % 2 == 0) {
        clocks.signal(thread, 0, object);
        obvious.signal(thread, object);
      } else {
        clocks.wait(thread, 0, {object, count});
        obvious.wait(thread, object, count);
      }
    }
    EXPECT_EQ(clocks.elapsed(), std::vector<double>{obvious.end()}) << program;
  }
}

}  // namespace
}  // namespace hpcast::memsim
