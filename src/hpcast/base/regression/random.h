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
  // Of 0 … count - 1, each as likely; count: at least 1. Without a division but for few draws
  // (Lemire, 2019).
  std::uint32_t below(std::uint32_t count) {
    std::uint64_t product = (bits() >> 32) * count;
    if (static_cast<std::uint32_t>(product) >= count)
      return static_cast<std::uint32_t>(product >> 32);
    const std::uint32_t rest = (0 - count) % count;  // of 2^32: what would make some more likely
    while (static_cast<std::uint32_t>(product) < rest) product = (bits() >> 32) * count;
    return static_cast<std::uint32_t>(product >> 32);
  }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // in [0, 1)

 private:
  std::uint64_t state_;
};

}  // namespace hpcast::regression
