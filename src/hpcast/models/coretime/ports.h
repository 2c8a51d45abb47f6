// When a core's ports are busy: instructions take the earliest free one of those that serve them,
// older instructions first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "hpcast/models/coretime/cycle.h"

namespace hpcast::coretime {

class Ports {
 public:
  Ports() : busy_(horizon) {}

  // Nothing begins before that any more.
  void forget_before(Cycle time) {
    const std::size_t past = std::min<Cycle>(time - now_, horizon), begin = now_ % horizon;
    const std::size_t to_end = std::min(past, horizon - begin);
    const auto first = busy_.begin();
    std::fill_n(first + static_cast<std::ptrdiff_t>(begin), to_end, 0);
    std::fill_n(first, past - to_end, 0);
    now_ = time;
  }

  // Takes one of `ports` (one bit each) for so many cycles, from `from` on at the earliest: when.
  Cycle take(std::uint64_t ports, Cycle from, std::uint32_t cycles) {
    // So far ahead nothing else is under way.
    if (from >= now_ + horizon - 2 * longest) return from;
    cycles = std::min<std::uint32_t>(cycles, longest);
    Cycle time = from;
    std::uint64_t free = ports;
    for (std::uint32_t i = 0; i < cycles; ++i) {
      free &= ~busy(time + i);
      if (free != 0) continue;
      // Of several, one may be free from the next cycle on.
      time += (ports & (ports - 1)) == 0 ? i + 1 : 1;
      free = ports;
      i = ~0U;
    }
    // The last of them: groups list what others use too first.
    const std::uint64_t port = std::bit_floor(free);
    for (std::uint32_t i = 0; i < cycles; ++i) busy(time + i) |= port;
    return time;
  }

 private:
  static constexpr std::size_t horizon = 1 << 13;  // cycles, ahead of now_
  static constexpr std::size_t longest = 1 << 10;  // that an instruction keeps a port

  std::uint64_t& busy(Cycle time) { return busy_[time % horizon]; }

  Cycle now_ = 0;
  std::vector<std::uint64_t> busy_;  // ports, by cycle from now_ on, modulo the horizon
};

}  // namespace hpcast::coretime
