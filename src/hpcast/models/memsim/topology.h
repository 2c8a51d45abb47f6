// A machine as the simulation sees it: which caches are private to which core, which shared caches
// lie between a core and a memory.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/inputs/reftrace/private_config.h"

namespace hpcast::memsim {

using reftrace::CacheShape;
using reftrace::max_private_configs;
using reftrace::max_private_levels;
using reftrace::PrivateConfig;

struct Topology {
  std::uint32_t cores = 0;
  std::uint32_t memories = 0;
  std::vector<CacheShape> cache_shapes;                    // by cache of the machine
  std::vector<PrivateConfig> private_configs;              // the distinct ones
  std::vector<std::uint32_t> private_config_of;            // by core, into private_configs
  std::vector<std::vector<std::uint32_t>> private_caches;  // by core: caches, nearest first
  std::vector<std::vector<std::uint32_t>>
      shared_caches;                            // by path(): caches below the private ones
  std::vector<std::uint32_t> core_side_levels;  // by path(): of these, before a memory-side one
  std::vector<std::vector<std::uint32_t>> cores_of_cache;    // by cache: cores whose routes pass it
  std::vector<std::vector<std::uint32_t>> nearest_memories;  // by core
  // What coherence tracks: the longest line of any private cache, so that who holds a line dirty
  // owns all of it.
  std::uint32_t log2_granule = 6;
  std::uint32_t log2_longest_line = 6;  // of any cache

  std::uint32_t path(std::uint32_t core, std::uint32_t memory) const {
    return core * memories + memory;
  }
};

// A cache is private when the routes of one core alone pass it, all of them, before any shared one.
// Memory-side caches are never private. Throws InputError where a cache cannot be simulated: a line
// over 1 KiB, an exclusive cache without one of the same line above it, a core-side cache behind a
// memory-side one.
Topology make_topology(const dat::Machine& machine, const dat::Routes& routes, bool coherent);

}  // namespace hpcast::memsim
