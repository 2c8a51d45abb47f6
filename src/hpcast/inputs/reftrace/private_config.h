// The private caches of a core, as plain data: what a tracer's runtime needs to simulate them in
// the program's own thread, and the counters it keeps. Freestanding.
#pragma once

#include <cstdint>

#include "hpcast/base/cache_rules.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

struct CacheShape {
  std::uint64_t sets;
  std::uint32_t ways;
  std::uint32_t log2_line;
  Replacement replacement;
  WritePolicy write_policy;
  Inclusion inclusion;  // towards the caches above it
  PrefetchRule prefetch;
};

inline constexpr unsigned max_private_levels = 3;
inline constexpr unsigned max_private_configs = 16;

struct PrivateConfig {
  std::uint32_t levels;          // 0: nothing is private, every reference travels
  std::uint32_t coherent;        // 1: a write to a line not owned asks for an upgrade (MSI)
  std::uint32_t victims_wanted;  // 1: the cache below the last level is exclusive
  std::uint32_t log2_combining;  // line in which non-temporal stores are combined
  CacheShape level[max_private_levels];
};

// Traffic that arrived somewhere.
struct Flow {
  std::uint64_t reads;
  std::uint64_t writes;
  std::uint64_t bytes_read;
  std::uint64_t bytes_written;
  std::uint64_t prefetches;  // of the reads, those that prefetchers asked for
  std::uint64_t bytes_prefetched;
};

inline void count_read(Flow& flow, std::uint32_t bytes) {
  ++flow.reads;
  flow.bytes_read += bytes;
}
inline void count_prefetch(Flow& flow, std::uint32_t bytes) {
  ++flow.prefetches;
  flow.bytes_prefetched += bytes;
}
inline void count_write(Flow& flow, std::uint32_t bytes) {
  ++flow.writes;
  flow.bytes_written += bytes;
}

struct CacheCounters {
  std::uint64_t read_misses;
  std::uint64_t write_misses;
  std::uint64_t writebacks;     // dirty lines sent down, by eviction or coherence
  std::uint64_t invalidations;  // lines lost to coherence or to an inclusive cache below
  std::uint64_t prefetched;     // lines that its prefetcher brought
  std::uint64_t in_vain;        // of them those lost before anybody had asked for them
};

// Counts of one core's private side since its thread began. 64-bit words only.
struct PrivateCounters {
  // References by Op read, write, non-temporal write and by log2 size.
  std::uint64_t references[3][size_classes + 1];
  std::uint64_t line_crossings[3];  // each is one more reference, with no bytes of its own
  CacheCounters cache[max_private_levels];
  Flow flow[max_private_levels];  // arrived at level i from above, i >= 1; [0] stays 0: see
                                  // references
};

inline PrivateCounters& operator+=(PrivateCounters& sum, const PrivateCounters& more) {
  auto* const to = reinterpret_cast<std::uint64_t*>(&sum);
  const auto* const from = reinterpret_cast<const std::uint64_t*>(&more);
  for (unsigned i = 0; i < sizeof(PrivateCounters) / sizeof(std::uint64_t); ++i) to[i] += from[i];
  return sum;
}
inline PrivateCounters operator-(const PrivateCounters& whole, const PrivateCounters& part) {
  PrivateCounters rest = whole;
  auto* const to = reinterpret_cast<std::uint64_t*>(&rest);
  const auto* const from = reinterpret_cast<const std::uint64_t*>(&part);
  for (unsigned i = 0; i < sizeof(PrivateCounters) / sizeof(std::uint64_t); ++i) to[i] -= from[i];
  return rest;
}
inline constexpr unsigned private_counter_words = sizeof(PrivateCounters) / sizeof(std::uint64_t);
static_assert(private_counter_words + 1 <= max_event_payload);

}  // namespace hpcast::reftrace
