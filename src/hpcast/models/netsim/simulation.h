// A profile on a network: when each rank is done, what it waited for, what the links carried.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/outcome.h"

namespace hpcast::netsim {

enum class Fidelity : std::uint8_t {
  packet,  // with contention, packet by packet
  loggp,   // latency, bandwidth and MPI's costs; no contention
  ideal,   // a network and an MPI that take no time at all
};

struct SimulationOptions {
  Fidelity fidelity = Fidelity::packet;
  bool keeps_timeline = false;
  std::uint32_t most_messages = 0;  // that the outcome lists
  bool keeps_links = true;          // loads and their history
  // Told now and then how many ranks of all have finished and what time it is there. False: stop
  // early, which the outcome then says.
  std::function<bool(std::uint32_t finished, Time now)> goes_on;
  // Parts of the network are simulated by threads of their own. The outcome is the same.
  std::uint32_t threads = 1;
};

class Exchange;

// Where the ranks are: a node for each. Throws InputError where there are not enough places.
std::vector<std::uint32_t> place_ranks(const ndl::Network& network, std::uint32_t ranks);

// Throws InputError for a profile that cannot come to its end: unmatched sends or receives,
// ranks that wait for each other.
Outcome simulate(const ndl::Network& network, const mpitrace::Profile& profile,
                 const SimulationOptions& options);

// One part of a simulation that is divided among processes; the outcome is that of part 0. Only
// packets can be divided, and only where every way between parts takes time: else part 0 does it
// all.
Outcome simulate_part(const ndl::Network& network, const mpitrace::Profile& profile,
                      const SimulationOptions& options, Exchange& exchange);

}  // namespace hpcast::netsim
