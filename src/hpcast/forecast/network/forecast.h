// A communication profile on a network: netsim's outcome as a result.
#pragma once

#include <cstdint>

#include "hpcast/answers/network/answer.h"
#include "hpcast/forecast/network/inputs.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/write_otf2.h"
#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/simulation.h"

namespace hpcast::forecast {

// Of a timeline.
inline constexpr std::uint32_t most_listed_messages = 1'000'000;

struct NetworkForecast {
  answers::NetworkAnswer result;
  ndl::Network network;
  mpitrace::Profile profile;
  netsim::Outcome outcome;    // with the timeline, if asked for
  mpitrace::Matches matches;  // of receives with a wildcard; with the timeline
  int signal = 0;             // that interrupted it; 0: none
};

// Where several processes share the work, the forecast is process 0's, and the others' is empty.
// Shows progress. Ctrl-C ends the simulation, whose result then says that it is partial. Throws
// InputError, in process 0 alone, for a profile that cannot come to its end.
NetworkForecast forecast_network(const NetworkRequest& request, NetworkInputs inputs);

}  // namespace hpcast::forecast
