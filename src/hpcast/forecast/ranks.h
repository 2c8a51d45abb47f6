// What each rank of an MPI program did.
#pragma once

#include <functional>
#include <vector>

#include "hpcast/dat/machine.h"
#include "hpcast/memsim/occupancy.h"
#include "hpcast/memsim/simulation.h"
#include "hpcast/result/memory_result.h"

namespace hpcast::forecast {

// What all ranks did, by named phase.
struct WholeRun {
  const std::vector<memsim::PhaseCounts>& phases;
  const memsim::Occupancy& occupancy;
};
using OccupancyOf =
    std::function<memsim::Occupancy(const std::vector<memsim::PhaseCounts>& phases)>;

// By ascending rank. Empty where the program had none, or where some share cores, whose counts
// cannot be told apart then: ranks_share_cores().
std::vector<result::RankResult> rank_results(const dat::Machine& machine,
                                             const memsim::Simulation& simulation,
                                             const WholeRun& whole,
                                             const OccupancyOf& occupancy_of);
bool ranks_share_cores(const memsim::Weaver& weaver);

}  // namespace hpcast::forecast
