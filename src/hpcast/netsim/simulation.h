// A profile on a network: when each rank is done, what it waited for, what the links carried.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hpcast/mpitrace/profile.h"
#include "hpcast/ndl/network.h"
#include "hpcast/netsim/link_history.h"
#include "hpcast/netsim/ranks.h"
#include "hpcast/netsim/traffic.h"

namespace hpcast::netsim {

enum class Fidelity : std::uint8_t {
  packet,  // with contention, packet by packet
  loggp,   // latency, bandwidth and MPI's costs; no contention
  ideal,   // a network and an MPI that take no time at all
};

struct SimulationOptions {
  Fidelity fidelity = Fidelity::packet;
  bool keeps_timeline = false;
  bool keeps_links = true;  // loads and their history
  // Told now and then how many ranks of all have finished and what time it is there. False: stop
  // early, which the outcome then says.
  std::function<bool(std::uint32_t finished, Time now)> goes_on;
};

struct LinkOutcome {
  std::uint32_t id = 0, from = 0, to = 0;  // vertices
  std::uint32_t link_class = 0;
  Time busy = 0;
  std::uint64_t bytes = 0;  // headers and all
};

struct Outcome {
  bool stopped_early = false;
  Time time = 0;  // of the last rank
  std::vector<RankTimes> ranks;
  std::vector<std::vector<Blocked>> blocked;  // by rank, in order
  std::vector<Time> made_wait;                // by rank: how long others waited for it to begin
  Traffic traffic{0};
  std::vector<LinkOutcome> links;  // those that carried anything; empty where nothing has links
  LinkHistory history;             // by LinkOutcome::id
  mpitrace::Timeline timeline;     // if asked for
  std::uint64_t events = 0, packet_hops = 0;
};

// Where the ranks are: a node for each. Throws InputError where there are not enough places.
std::vector<std::uint32_t> place_ranks(const ndl::Network& network, std::uint32_t ranks);

// Throws InputError for a profile that cannot come to its end: unmatched sends or receives,
// ranks that wait for each other.
Outcome simulate(const ndl::Network& network, const mpitrace::Profile& profile,
                 const SimulationOptions& options);

}  // namespace hpcast::netsim
