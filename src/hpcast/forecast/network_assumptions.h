// What a network forecast assumes and does not model, in words.
#pragma once

#include "hpcast/mpitrace/profile.h"
#include "hpcast/ndl/network.h"
#include "hpcast/netsim/simulation.h"
#include "hpcast/result/network_result.h"

namespace hpcast::forecast {

void describe_network_model(const ndl::Network& network, const mpitrace::Profile& profile,
                            netsim::Fidelity fidelity, result::NetworkResult& r);

}  // namespace hpcast::forecast
