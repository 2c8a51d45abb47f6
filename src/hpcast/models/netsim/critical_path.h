// The chain of causes that the run's time is made of: what had to be shorter for the run to be.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/models/netsim/simulation.h"

namespace hpcast::netsim {

struct PathStep {
  std::uint32_t rank = 0;  // that did it or, of a transfer, that received it
  std::uint32_t from = 0;  // of a transfer: who sent it
  bool transfer = false;   // from the sender's call to the receiver's going on
  Time begin = 0, end = 0;
};

// In order of time, without gaps, from the start to the end of the rank that finishes last.
std::vector<PathStep> critical_path(const Outcome& outcome);

}  // namespace hpcast::netsim
