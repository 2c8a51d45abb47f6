// How many random cases a test tries.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace hpcast {

// `all` with ./test --full, which sets HPCAST_THOROUGH; else a quarter of them.
inline std::uint64_t random_cases(std::uint64_t all) {
  return std::getenv("HPCAST_THOROUGH") != nullptr ? all : all / 4;
}

}  // namespace hpcast
