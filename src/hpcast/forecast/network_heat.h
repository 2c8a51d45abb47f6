// How much the links were used, by where in the topology they are.
#pragma once

#include "hpcast/ndl/network.h"
#include "hpcast/netsim/simulation.h"
#include "hpcast/result/network_result.h"

namespace hpcast::forecast {

// Nothing where the outcome has no links.
result::LinkHeat link_heat(const ndl::Network& network, const netsim::Outcome& outcome);

}  // namespace hpcast::forecast
