// A network's description with members changed for one run.
#pragma once

#include <string>
#include <vector>

#include "hpcast/forecast/network/inputs.h"

namespace hpcast::forecast {

struct ChangedNetwork {
  ndl::Network network;
  std::vector<std::string> assumptions;  // what was changed, and which changes had no effect
};

// The network that the request names, with its changes. Throws InputError for a member that is not
// there, and for what the NDL's own rules refuse.
ChangedNetwork changed_network(const NetworkRequest& request);

}  // namespace hpcast::forecast
