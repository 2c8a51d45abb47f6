// A communication profile on a network: netsim's outcome as a result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/mpitrace/profile.h"
#include "hpcast/mpitrace/write_otf2.h"
#include "hpcast/ndl/network.h"
#include "hpcast/netsim/simulation.h"
#include "hpcast/netsim/wire.h"
#include "hpcast/result/network_result.h"
#include "hpcast/scaling/scale.h"

namespace hpcast::forecast {

struct NetworkRequest {
  std::string network;                // path of an NDL
  std::vector<std::string> profiles;  // paths: one, or where it is scaled several
  std::optional<scaling::Target> scale_to;
  netsim::Fidelity fidelity = netsim::Fidelity::packet;
  std::optional<std::uint32_t> ranks_per_node;
  std::string mapping;  // "block", "cyclic", or a file with a node for each rank; empty: the NDL's
  std::vector<std::string> algorithms;  // COLLECTIVE=ALGORITHM
  bool keeps_timeline = false;          // and a list of messages
  bool wildcards_as_recorded = false;   // mpitrace::ReadOptions
  std::uint32_t threads = 1;
  const hpcast_wire* wire = nullptr;  // to the other processes of this forecast, if there are any
};

// The file that the request's mapping names; empty where it names none.
std::string mapping_file(const NetworkRequest& request);

// Of a timeline.
inline constexpr std::uint32_t most_listed_messages = 1'000'000;

struct NetworkInputs {
  ndl::Network network;  // as the request wants it
  mpitrace::Profile profile;
  std::vector<std::string> assumptions;  // of its scaling
};

struct NetworkForecast {
  result::NetworkResult result;
  ndl::Network network;
  mpitrace::Profile profile;
  netsim::Outcome outcome;    // with the timeline, if asked for
  mpitrace::Matches matches;  // of receives with a wildcard; with the timeline
  int signal = 0;             // that interrupted it; 0: none
};

// Throws InputError for bad input.
NetworkInputs read_network_inputs(const NetworkRequest& request);

// Where several processes share the work, the forecast is process 0's, and the others' is empty.
// Shows progress. Ctrl-C ends the simulation, whose result then says that it is partial. Throws
// InputError, in process 0 alone, for a profile that cannot come to its end.
NetworkForecast forecast_network(const NetworkRequest& request, NetworkInputs inputs);

}  // namespace hpcast::forecast
