// The `latency_curve` of a class in a DAT, read and checked.
#pragma once

#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

// Of the class that has those members; empty where it has none.
std::vector<BandwidthLatency> read_latency_curve(Fields& members, Faults& faults);

}  // namespace hpcast::dat
