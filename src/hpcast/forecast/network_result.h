// What a network simulation found, as a result.
#pragma once

#include "hpcast/mpitrace/profile.h"
#include "hpcast/ndl/network.h"
#include "hpcast/netsim/simulation.h"
#include "hpcast/result/network_result.h"

namespace hpcast::forecast {

// All but inputs, the ideal time, the verdict, and what differs from run to run.
result::NetworkResult network_result(const ndl::Network& network, const mpitrace::Profile& profile,
                                     const netsim::Outcome& outcome, netsim::Fidelity fidelity);

}  // namespace hpcast::forecast
