// What a network's description makes of the benchmarks that it was concluded from.
#pragma once

#include <vector>

#include "hpcast/inputs/netcal/write.h"

namespace hpcast::forecast {

// Some sizes of each table, simulated packet by packet as the benchmark sends its messages. Not
// those whose ranks' number is not known, nor collectives over more nodes than there are, or over
// several ranks of several nodes.
std::vector<netcal::Check> network_checks(const netcal::Concluded& concluded);

}  // namespace hpcast::forecast
