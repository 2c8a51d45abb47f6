// The latency_curve of a memory, from what was measured pace by pace. Numbers in, numbers out.
#pragma once

#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::calibrate {

// By ascending pace in `loaded`. No memory answers sooner because others use it: what lies below
// `idle` counts as that. Where a point has no more bandwidth (1 %) than the one before, or less
// latency, the two, and all that were made one with them, are one at their mean (adjacent violators
// pooled), until none is left.
std::vector<dat::BandwidthLatency> load_curve(const dat::BandwidthLatency& idle,
                                              const std::vector<dat::BandwidthLatency>& loaded);

// Latency ends above where it begins by more than what rounds may differ by.
bool rises(const std::vector<dat::BandwidthLatency>& curve);

}  // namespace hpcast::calibrate
