// Synchronisation as the weave sees it: objects with counters, which signals raise and waits look
// at (record.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace hpcast::memsim {

class SyncCounters {
 public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  // Counts from the next commit() on.
  void signal(std::uint64_t object, std::uint64_t virtual_time) {
    given_.push_back({object, virtual_time});
  }
  void commit() {
    for (const Signal& signal : given_) {
      Counter& counter = counters_[signal.object];
      ++counter.signals;
      counter.latest = std::max(counter.latest, signal.time);
    }
    given_.clear();
  }

  // The virtual time of the latest signal once there have been `count`; never before.
  std::uint64_t time_of_wait(std::uint64_t object, std::uint64_t count) const {
    const auto found = counters_.find(object);
    if (found != counters_.end() && found->second.signals >= count) return found->second.latest;
    return count == 0 ? 0 : never;
  }

 private:
  struct Counter {
    std::uint64_t signals = 0;
    std::uint64_t latest = 0;
  };
  struct Signal {
    std::uint64_t object, time;
  };
  std::unordered_map<std::uint64_t, Counter> counters_;
  std::vector<Signal> given_;
};

}  // namespace hpcast::memsim
