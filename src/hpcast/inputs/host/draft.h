// A machine as it is being described: what hwloc tells of it, what has been made of that so far,
// and what was taken for granted on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "hpcast/base/text.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/inputs/host/nodes.h"
#include "hpcast/inputs/host/topology.h"

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
  // Of caches that are not the machine's own: verdicts tell.
  void assume_caches(const std::string& what) {
    if (!assumptions.insert(what).second) return;
    std::string told;
    if (const auto others = machine.extras.find("assumed_caches"); others != machine.extras.end())
      told = others->get<std::string>();
    add_item(told, what, "; ");
    machine.extras["assumed_caches"] = told;
  }
};

}  // namespace hpcast::host
