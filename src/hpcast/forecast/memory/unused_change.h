// Changes of a machine that no forecast of this kind looks at: latencies that nobody waits for, and
// how cores execute where nobody knows what.
#pragma once

#include <string>

#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::forecast {

// What a run knows beyond what it counts.
struct KnownTimes {
  bool cores = false;  // their own time
  bool reads = false;  // how long each waits, by all latencies
};

// Why the change ("CLASS.latency=VALUE", "CLASS.hand_over=VALUE", "CLASS.pipeline.MEMBER=VALUE")
// has no effect; empty where it may have one, and of other changes.
std::string why_unused_change(const std::string& change, const dat::Machine& machine,
                              const memsim::Topology& topology, const KnownTimes& known);

}  // namespace hpcast::forecast
