// The memories of a machine that is being described, with their rates and the caches on their side.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hpcast/inputs/host/draft.h"

namespace hpcast::host {

struct DraftMemories {
  std::vector<std::uint32_t> of_node;  // by node; dat::unreached where it has none
  std::map<std::size_t, std::vector<std::uint32_t>> side_caches;  // by node, nearest to cores first
  bool told_bandwidths = false;                                   // of one at least
  std::string assumed_bandwidths;                                 // names of memories
};

// Adds memories, memory-side caches, and where there are several memories, a router for each. Where
// no memory is told, one is assumed, and all cores are at home there.
DraftMemories add_memories(Draft& draft);

}  // namespace hpcast::host
