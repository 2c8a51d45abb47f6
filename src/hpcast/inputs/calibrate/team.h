// Threads on CPUs of their own that do a thing at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace hpcast::calibrate {

// All wait for all, again and again, without the system's help unless it takes long.
class Meeting {
 public:
  explicit Meeting(std::size_t members) : members_(members) {}
  void wait();

 private:
  std::size_t members_;
  alignas(64) std::atomic<std::size_t> here_{0};
  alignas(64) std::atomic<std::uint64_t> met_{0};
};

// Two that take turns: each waits until the other one has written.
class Relay {
 public:
  // So many turns of both together, an even number and always the same, in each of which `work` is
  // done. Both members (0 and 1) call it, and meet before they call it again.
  template <class F>
  void run(std::size_t member, std::uint64_t turns, F&& work) {
    const std::uint64_t end = (turn_.load() / turns + 1) * turns;
    for (std::uint64_t mine = end - turns + member; mine < end; mine += 2) {
      wait_for(mine);
      work();
      turn_.store(mine + 1, std::memory_order_release);
    }
  }

 private:
  void wait_for(std::uint64_t turn) const;
  alignas(128) std::atomic<std::uint64_t> turn_{0};
};

class Team {
 public:
  using Job = std::function<void(std::size_t member)>;

  // The caller is the first member; it stays on cpus[0] as long as the team lives.
  explicit Team(const std::vector<unsigned>& cpus);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  std::size_t size() const { return ends_.size(); }
  // Seconds from the first one's start to the last one's end.
  double run(const Job& job);
  // Of a job that may throw: what the first of those did that threw.
  void run_all(const Job& job);
  Meeting& meeting() { return meeting_; }
  Relay& relay() { return relay_; }

 private:
  void serve(std::size_t member, unsigned cpu);
  void take_part(std::size_t member);

  Meeting meeting_;
  Relay relay_;
  std::atomic<std::uint64_t> called_{0};
  const Job* job_ = nullptr;  // none: the end
  std::vector<double> starts_, ends_;
  std::vector<unsigned> cpus_before_;
  std::vector<std::thread> others_;
};

}  // namespace hpcast::calibrate
