// What a simulation counts, by program phase.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/base/operation_counts.h"
#include "hpcast/inputs/reftrace/private_config.h"

namespace hpcast::memsim {

using reftrace::CacheCounters;
using reftrace::Flow;
using reftrace::PrivateCounters;

inline constexpr unsigned max_shared_levels = 6;

inline std::uint64_t references_of(const PrivateCounters& counters) {
  std::uint64_t sum = 0;
  for (const auto& op : counters.references)
    for (const std::uint64_t count : op) sum += count;
  return sum;
}

// Of one (core, memory) path: traffic, as arrivals at its shared caches in order, then at the
// memory; and pages.
struct PathFlow {
  Flow level[max_shared_levels + 1];
  // Non-temporal stores: past every core-side cache into the memory or, arriving there as writes,
  // the first memory-side cache.
  Flow bypass;
  std::uint64_t first_touches;  // of pages that live in the memory, by the core
};

// What one thread has executed in one phase.
struct ThreadOperations {
  std::uint32_t thread;
  std::uint32_t phase;
  ProgramPart part;
  OperationCounts counts;
};

// What one core has to compute.
struct CoreOperations {
  double dp_flops = 0, sp_flops = 0, instructions = 0;
};

// How long a core has taken for what its threads executed, one after the other: s. Where something
// costs nothing it takes less: the first cache has all; branches are predicted; units are free;
// memories answer as if nothing else used them (0: as they always do).
struct CoreTime {
  double time = 0;
  double perfect_caches = 0, perfect_branches = 0, perfect_units = 0;
  double idle_memories = 0;
};
CoreTime& operator+=(CoreTime& sum, const CoreTime& more);
CoreTime operator-(const CoreTime& whole, const CoreTime& part);

struct PhaseCounts {
  std::string name;
  std::vector<PrivateCounters> core;       // by core of the machine
  std::vector<PathFlow> path;              // by Topology::path()
  std::vector<CacheCounters> cache;        // by cache of the machine; private ones are in `core`
  std::vector<CoreOperations> operations;  // by core of the machine; empty: the DAT's
  std::vector<CoreTime> core_times;        // by core of the machine; empty: not known
  std::vector<double> page_faults;         // s, by core of the machine; empty: not known
  double elapsed = 0;  // s, working and waiting for each other (ThreadClocks); 0: not known
};

// As many counters, all 0.
PhaseCounts no_counts_like(const PhaseCounts& counts);

// Counts of caches and memories; `sum` may be fresh.
PhaseCounts& operator+=(PhaseCounts& sum, const PhaseCounts& more);

}  // namespace hpcast::memsim
