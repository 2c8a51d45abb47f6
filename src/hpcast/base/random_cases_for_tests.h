// How many random cases a test tries.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace hpcast {

// ./test --full sets HPCAST_THOROUGH.
inline bool is_thorough() { return std::getenv("HPCAST_THOROUGH") != nullptr; }

// `all` with ./test --full; else an eighth of them.
inline std::uint64_t random_cases(std::uint64_t all) { return is_thorough() ? all : all / 8; }

}  // namespace hpcast
