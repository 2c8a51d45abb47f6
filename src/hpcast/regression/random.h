// Random numbers that are the same with every standard library, whose distributions are not.
#pragma once

#include <cstdint>

#include "hpcast/base/mixed.h"

namespace hpcast::regression {

// splitmix64 (Steele, Lea and Flood, 2014).
class Random {
 public:
  // Streams of one seed start at places of the period that have nothing to do with each other.
  Random(std::uint64_t seed, std::uint64_t stream) : state_(mixed(mixed(seed) + stream)) {}

  std::uint64_t bits() {
    const std::uint64_t result = mixed(state_);
    state_ += 0x9e3779b97f4a7c15U;
    return result;
  }
  // Of 0 … count - 1, each as likely; count: at least 1.
  std::uint64_t below(std::uint64_t count) {
    const std::uint64_t rest = (0 - count) % count;  // of 2^64: those below it would be too likely
    for (;;)
      if (const std::uint64_t number = bits(); number >= rest) return number % count;
  }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // in [0, 1)

 private:
  std::uint64_t state_;
};

}  // namespace hpcast::regression
