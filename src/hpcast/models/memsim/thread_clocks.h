// Where threads are in time: each works on its core, one thread at a time there, goes on behind a
// wait no earlier than those who let it, and holds a lock alone. Times are seconds from the run's
// start. Each thread's steps are told in their order; of several threads' steps, best that of the
// thread that is behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hpcast::memsim {

// What a thread did in one phase: s.
struct ThreadPhase {
  double worked = 0;
  double waited = 0;             // for what another thread of this phase did
  std::uint32_t waited_for = 0;  // longest; meaningless where it waited for none
};

// A thread goes on once there have been so many signals; `any`: one of those since it was last here
// would have done, the first of them (semaphores). `before_lock`: ThreadClocks::lock() tells when.
struct Wait {
  std::uint64_t object = 0, count = 0;
  bool any = false;
  bool before_lock = false;
};

// s, until the second core knows what the first one did.
using HandOverTime = std::function<double(std::uint32_t from, std::uint32_t to)>;

class ThreadClocks {
 public:
  explicit ThreadClocks(HandOverTime hand_over = [](std::uint32_t, std::uint32_t) { return 0.0; })
      : hand_over_(std::move(hand_over)) {}

  // Of a process of several, before it does anything. A process's first thread tells its phases.
  void begin(std::uint32_t thread, std::uint32_t process);
  void work(std::uint32_t thread, std::uint32_t core, std::uint32_t phase, double seconds);
  // The thread, in that phase, lets those pass who wait for the object.
  void signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);
  void wait(std::uint32_t thread, std::uint32_t phase, const Wait& wait);
  // The thread alone holds the object from here on, until it has signalled it as often as this was
  // said: it waits for a time when nobody else does, and until it comes from who had it last.
  void lock(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);

  double now(std::uint32_t thread) const {
    return thread < threads_.size() ? threads_[thread].now : 0;
  }
  // Whether the signals have been told that it waits for.
  bool is_met(const Wait& wait) const;
  // Whether no other thread is told to hold it.
  bool is_free(std::uint32_t thread, std::uint64_t object) const;

  // By thread, by phase.
  std::vector<std::vector<ThreadPhase>> threads() const;
  // How long the run was in each phase: working and waiting of the threads that tell the phases,
  // the last phase of a process until its last thread is done. Processes go through phases at once:
  // the longest counts, and what one waits for another in another phase is that one's.
  std::vector<double> elapsed() const;

 private:
  // Somebody was there, in that phase, at that time.
  struct Moment {
    double time = 0;
    std::uint32_t thread = 0;
    std::uint32_t phase = 0;
  };
  struct Signal {
    Moment own;
    Moment latest;  // of it and all before it
  };
  // Signals that waits can still name.
  struct Object {
    std::uint64_t forgotten = 0;
    std::vector<Signal> signals;
    std::map<std::uint32_t, std::uint64_t> seen;  // by thread: how many there were (Wait::any)
  };
  // What a thread holds.
  struct Held {
    unsigned times = 0;
    double since = 0;
    bool is_contested = false;  // another thread had to have it meanwhile
  };
  struct Thread {
    bool is_known = false;
    std::uint32_t process = 0;
    std::optional<std::uint32_t> core;  // that it worked on last
    std::uint32_t phase = 0;            // that it did something in last
    double now = 0;
    std::vector<double> elapsed;      // by its own phase
    std::vector<ThreadPhase> phases;  // by phase, of waits that of who ended it
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> waited;  // by phase and thread
    std::map<std::uint64_t, Held> held;                                // by object
  };
  // A core had something to do, or an object was held, last by that thread in that phase.
  struct Busy {
    double begin = 0;
    Moment end;
  };
  static constexpr std::size_t kept = 1024;  // signals of an object, stretches of a core, at least

  Thread& thread(std::uint32_t id);
  static ThreadPhase& in_phase(Thread& thread, std::uint32_t phase);
  static void pass(Thread& thread, std::uint32_t phase, double seconds);
  using BusyTimes = std::vector<Busy>;  // in the order of time
  struct Lock {
    BusyTimes held;
    std::uint32_t holder = nobody;
  };
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  static BusyTimes::iterator first_after(BusyTimes& times, double time);
  static void add_busy(BusyTimes& times, BusyTimes::iterator before, Busy busy);
  BusyTimes::iterator wait_for_room(Thread& thread, std::uint32_t phase, BusyTimes& times,
                                    double since);
  void let_go(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);
  void wait_until(Thread& thread, std::uint32_t phase, const Moment& moment);
  void wait_for_word(Thread& thread, std::uint32_t phase, const Moment& moment);
  double hand_over(const Thread& from, const Thread& to) const;

  HandOverTime hand_over_;
  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, Object> objects_;
  std::unordered_map<std::uint32_t, BusyTimes> cores_;
  std::unordered_map<std::uint64_t, Lock> locks_;
};

}  // namespace hpcast::memsim
