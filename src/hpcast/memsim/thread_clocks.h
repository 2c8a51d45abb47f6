// Where threads are in time: each works on its core, one thread at a time there, and goes on behind
// a wait no earlier than those who let it. Told in the order of the weave; times are seconds from
// the run's start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hpcast::memsim {

// What a thread did in one phase: s.
struct ThreadPhase {
  double worked = 0;
  double waited = 0;  // for what another thread of this phase did
  std::uint32_t waited_for =
      0;  // the thread that it waited for longest; meaningless where waited 0
};

class ThreadClocks {
 public:
  // Of a process of several, before it does anything. A process's first thread tells its phases.
  void begin(std::uint32_t thread, std::uint32_t process);
  void work(std::uint32_t thread, std::uint32_t core, std::uint32_t phase, double seconds);
  // The thread, in that phase, lets those pass who wait for the object.
  void signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);
  // It goes on once there have been `count` signals.
  void wait(std::uint32_t thread, std::uint32_t phase, std::uint64_t object, std::uint64_t count);

  // By thread, by phase.
  std::vector<std::vector<ThreadPhase>> threads() const;
  // How long the run was in each phase: working and waiting of the threads that tell the phases,
  // the last phase of a process until its last thread is done. Processes go through phases at once:
  // the longest counts.
  std::vector<double> elapsed() const;

 private:
  // Somebody was there, in that phase, at that time.
  struct Moment {
    double time = 0;
    std::uint32_t thread = 0;
    std::uint32_t phase = 0;
  };
  // Signals that waits can still name: the latest of the first n, by n.
  struct Object {
    std::uint64_t forgotten = 0;
    std::deque<Moment> latest;
  };
  struct Thread {
    std::uint32_t process = 0;
    std::uint32_t phase = 0;  // that it did something in last
    double now = 0;
    std::vector<double> elapsed;      // by its own phase
    std::vector<ThreadPhase> phases;  // by phase, of waits that of who ended it
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> waited;  // by phase and thread
  };
  static constexpr std::size_t kept = 1024;  // signals of an object

  Thread& thread(std::uint32_t id);
  static ThreadPhase& in_phase(Thread& thread, std::uint32_t phase);
  static void pass(Thread& thread, std::uint32_t phase, double seconds);
  static void wait_until(Thread& thread, std::uint32_t phase, const Moment& moment);

  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, Object> objects_;
  std::unordered_map<std::uint32_t, Moment> cores_;  // when the core is free, and who had it
};

}  // namespace hpcast::memsim
