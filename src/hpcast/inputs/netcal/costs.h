// Who takes the time of an empty message: the processors at both ends, or what is between them.
#pragma once

#include <optional>
#include <string>

#include "hpcast/inputs/netcal/findings.h"

namespace hpcast::netcal {

struct Costs {
  double overhead = 0;       // s: of each of the two processors
  double between_nodes = 0;  // s: of what is between two nodes' processors
  double on_a_node = 0;      // s: the same on one
  std::string why;           // how they are told apart
};

// An empty message takes two overheads and the rest. Told by the rate of messages, else by the jump
// to the rendezvous, which asks and grants first and so goes there and back once more; else by
// nothing: then each is taken for half of it. The processors take no more than any whole message.
Costs costs_of(const Findings& between, const Findings& local);

}  // namespace hpcast::netcal
