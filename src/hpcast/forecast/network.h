// A communication profile on a network: netsim's outcome as a result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/mpitrace/profile.h"
#include "hpcast/ndl/network.h"
#include "hpcast/netsim/simulation.h"
#include "hpcast/netsim/wire.h"
#include "hpcast/result/network_result.h"

namespace hpcast::forecast {

struct NetworkRequest {
  std::string network;  // path of an NDL
  std::string profile;  // path of a profile
  netsim::Fidelity fidelity = netsim::Fidelity::packet;
  std::optional<std::uint32_t> ranks_per_node;
  std::string mapping;  // "block", "cyclic", or a file with a node for each rank; empty: the NDL's
  std::vector<std::string> algorithms;  // COLLECTIVE=ALGORITHM
  bool keeps_timeline = false;          // and a list of messages
  std::uint32_t threads = 1;
  const hpcast_wire* wire = nullptr;  // to the other processes of this forecast, if there are any
};

// Of a timeline.
inline constexpr std::uint32_t most_listed_messages = 1'000'000;

struct NetworkForecast {
  result::NetworkResult result;
  ndl::Network network;
  mpitrace::Profile profile;
  netsim::Outcome outcome;  // with the timeline, if asked for
};

// Where several processes share the work, the forecast is process 0's, and the others' is empty.
// Shows progress. Ctrl-C ends the simulation, whose result then says that it is partial. Throws
// InputError for bad input.
NetworkForecast forecast_network(const NetworkRequest& request);

}  // namespace hpcast::forecast
