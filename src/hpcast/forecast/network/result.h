// What a network simulation found, as a result.
#pragma once

#include "hpcast/answers/network/answer.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/simulation.h"

namespace hpcast::forecast {

// All but inputs, the ideal time, the verdict, and what differs from run to run.
answers::NetworkAnswer network_result(const ndl::Network& network, const mpitrace::Profile& profile,
                                      const netsim::Outcome& outcome, netsim::Fidelity fidelity);

}  // namespace hpcast::forecast
