// What a job's nodes take over its time: for computing, for waiting, for messages, and always.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hpcast/forecast/network/forecast.h"
#include "hpcast/models/power/job.h"
#include "hpcast/models/power/node_power.h"

namespace hpcast::forecast {

// What draws power beside the terms that were counted, which come first.
struct JobTerms {
  static constexpr std::size_t none = SIZE_MAX;

  std::size_t communication = none, waiting = none;  // among the job's terms
  double joules_a_byte = 0;                          // from node to node, at both together
  double waiting_w = 0;                              // of a node all of whose ranks are in MPI
};

// Who computes where and what that draws.
struct JobNodes {
  power::NodePower power;  // of a node with most ranks, all of which compute
  std::vector<std::uint32_t> node_of_rank;
  std::map<std::uint32_t, std::uint32_t> ranks_on;  // by node, those that have any
  std::uint64_t of_system = 0;

  std::uint32_t most_ranks() const;  // on a node
};

// Whether the outcome has every message that was sent.
bool lists_all_messages(const netsim::Outcome& outcome);

// `always`: by term, whether it draws whatever the nodes do. Where messages are not all listed,
// what the others take is spread evenly over the job's time.
power::EnergyWindows job_energies(const NetworkForecast& network, const JobNodes& nodes,
                                  const JobTerms& terms, const std::vector<bool>& always,
                                  double window_s);

}  // namespace hpcast::forecast
