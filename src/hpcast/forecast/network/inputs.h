// What a forecast of a network starts from: the network and the profile as the request wants them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/simulation.h"
#include "hpcast/models/netsim/wire.h"
#include "hpcast/models/scaling/scale.h"

namespace hpcast::forecast {

struct NetworkRequest {
  std::string network;                // path of an NDL
  std::vector<std::string> profiles;  // paths: one, or where it is scaled several
  std::optional<scaling::Target> scale_to;
  netsim::Fidelity fidelity = netsim::Fidelity::packet;
  std::optional<std::uint32_t> ranks_per_node;
  std::string mapping;  // "block", "cyclic", or a file with a node for each rank; empty: the NDL's
  std::vector<std::string> changes;     // MEMBER=VALUE of the NDL, such as "links.latency=9 ns"
  std::vector<std::string> algorithms;  // COLLECTIVE=ALGORITHM
  bool keeps_timeline = false;          // and a list of messages
  bool wildcards_as_recorded = false;   // mpitrace::ReadOptions
  std::uint32_t threads = 1;
  const hpcast_wire* wire = nullptr;  // to the other processes of this forecast, if there are any
};

// A network, and that there are the algorithms of collectives that it names. Throws InputError.
ndl::Network described_network(const Document& document);

// The file that the request's mapping names; empty where it names none.
std::string mapping_file(const NetworkRequest& request);

struct NetworkInputs {
  ndl::Network network;  // as the request wants it
  mpitrace::Profile profile;
  std::vector<std::string> assumptions;  // of its scaling and its changes
};

// Throws InputError for bad input.
NetworkInputs read_network_inputs(const NetworkRequest& request);

}  // namespace hpcast::forecast
