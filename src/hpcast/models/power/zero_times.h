// Regions that began and ended at the same moment, beside others that took time: that they took 0 s
// is known, and no rate can be made of what they counted.
#pragma once

#include <string>
#include <vector>

#include "hpcast/models/power/node_samples.h"

namespace hpcast::power {

// Of one table. Those that counted nothing are left out; what others counted is added to the one
// that began with them and took longest. Those whose cycles tell the time (`has_clock`), and those
// that nothing began with, stay as they are. Returns what was added, as an assumption; or nothing.
std::string fold_zero_times(std::vector<NodeSample>& samples, bool has_clock);

}  // namespace hpcast::power
