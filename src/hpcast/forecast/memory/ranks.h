// What each rank of an MPI program did.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/finished_run.h"
#include "hpcast/models/memsim/occupancy.h"

namespace hpcast::forecast {

// What all ranks did, by named phase.
struct WholeRun {
  const std::vector<memsim::PhaseCounts>& phases;
  const memsim::Occupancy& occupancy;
};
using OccupancyOf =
    std::function<memsim::Occupancy(const std::vector<memsim::PhaseCounts>& phases)>;

// By ascending rank. Empty where the program had none, or why_no_ranks() says something.
std::vector<answers::RankResult> rank_results(const dat::Machine& machine,
                                              const memsim::FinishedRun& run, const WholeRun& whole,
                                              const OccupancyOf& occupancy_of);
// Why the program's ranks cannot be told apart; empty where they can, or where it had none.
std::string why_no_ranks(const memsim::FinishedRun& run);

}  // namespace hpcast::forecast
