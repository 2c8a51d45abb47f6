// What a network forecast assumes and does not model, in words.
#pragma once

#include "hpcast/answers/network/answer.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/simulation.h"

namespace hpcast::forecast {

void describe_network_model(const ndl::Network& network, const mpitrace::Profile& profile,
                            netsim::Fidelity fidelity, answers::NetworkAnswer& r);

}  // namespace hpcast::forecast
