// Where a thread's interval ends: with the reference that is the last of its class's quota, a class
// being an operation and a size. The tracer counts by class anyway, so that this costs it nothing;
// and it is the same wherever the thread is simulated. Freestanding.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::memsim {

// References a thread may still make in its interval, by Op and log2 size.
struct ReferencesLeft {
  static constexpr unsigned classes = reftrace::size_classes + 1;
  std::uint64_t left[3][classes];

  // Half of the interval: two classes, loads and stores of one size, are the usual case.
  static std::uint64_t quota(std::uint64_t interval) { return interval > 1 ? interval / 2 : 1; }
  void begin_interval(std::uint64_t quota) {
    for (auto& op : left)
      for (std::uint64_t& count : op) count = quota;
  }
};

}  // namespace hpcast::memsim
