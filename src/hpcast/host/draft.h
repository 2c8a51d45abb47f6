// A machine as it is being described: what hwloc tells of it, what has been made of that so far,
// and what was taken for granted on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "hpcast/dat/machine.h"
#include "hpcast/host/nodes.h"
#include "hpcast/host/topology.h"

namespace hpcast::host {

// A core with the caches that it reads through, the nearest first.
struct DraftCore {
  hwloc_obj_t object;
  std::size_t home = 0;  // the node whose memory is its own
  double clock = 0;      // Hz
  std::vector<std::uint32_t> caches;
};

struct Draft {
  hwloc_topology_t topology;
  std::string name;
  Nodes nodes;
  dat::Machine machine;
  std::vector<DraftCore> cores;       // as machine.cores
  std::set<std::string> assumptions;  // in words

  void assume(const std::string& what) { assumptions.insert(what); }
};

}  // namespace hpcast::host
