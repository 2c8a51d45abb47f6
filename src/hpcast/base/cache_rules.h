// What rules a cache can follow. Freestanding.
#pragma once

#include <cstdint>

namespace hpcast {

enum class Replacement : std::uint32_t { lru = 0, plru = 1, random = 2 };
enum class WritePolicy : std::uint32_t { write_back = 0, write_through = 1 };
// memory: it belongs to the memories behind it; what passes core-side caches by goes through it.
enum class CacheSide : std::uint32_t { core = 0, memory = 1 };
enum class Inclusion : std::uint32_t { nine = 0, inclusive = 1, exclusive = 2 };

}  // namespace hpcast
