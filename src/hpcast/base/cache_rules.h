// What rules a cache can follow. Freestanding.
#pragma once

#include <cstdint>

namespace hpcast {

enum class Replacement : std::uint32_t { lru = 0, plru = 1, random = 2 };
enum class WritePolicy : std::uint32_t { write_back = 0, write_through = 1 };
// memory: it belongs to the memories behind it; what passes core-side caches by goes through it.
enum class CacheSide : std::uint32_t { core = 0, memory = 1 };
enum class Inclusion : std::uint32_t { nine = 0, inclusive = 1, exclusive = 2 };

// What a prefetcher goes by, and how far.
enum class Prefetching : std::uint8_t { none = 0, next_line = 1, streams = 2, stride = 3 };
constexpr const char* name_of(Prefetching kind) {
  constexpr const char* names[] = {"none", "next_line", "streams", "stride"};
  return names[static_cast<unsigned>(kind)];
}
struct PrefetchRule {
  Prefetching kind = Prefetching::none;
  std::uint8_t degree = 0;     // lines that it asks for at once, at most
  std::uint16_t distance = 0;  // lines ahead of who wants them, at most; of next_line: `degree`
};

}  // namespace hpcast
