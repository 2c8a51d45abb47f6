// Latencies that a user has changed and that no forecast of this kind waits for.
#pragma once

#include <string>

#include "hpcast/dat/machine.h"
#include "hpcast/memsim/topology.h"

namespace hpcast::forecast {

// Why the change ("CLASS.latency=VALUE") has no effect; empty where it may have one, and of other
// changes.
std::string why_unused_latency(const std::string& change, const dat::Machine& machine,
                               const memsim::Topology& topology, bool has_core_times);

}  // namespace hpcast::forecast
