// How much the links were used, by where in the topology they are.
#pragma once

#include "hpcast/answers/network/answer.h"
#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/simulation.h"

namespace hpcast::forecast {

// Nothing where the outcome has no links.
answers::LinkHeat link_heat(const ndl::Network& network, const netsim::Outcome& outcome);

}  // namespace hpcast::forecast
