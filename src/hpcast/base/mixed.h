// A well-mixed number made of another one.
#pragma once

#include <cstdint>

namespace hpcast {

// splitmix64 (Steele, Lea and Flood, 2014), the same
// everywhere.
inline std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace hpcast
