// From a simulation's counts to the answer.
#pragma once

#include <string>
#include <vector>

#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/models/memsim/occupancy.h"

namespace hpcast::forecast {

// The counts of a finished simulation, named by `phase_names`. A phase that the program marked is
// there though no reference was made in it; what comes before the first mark only with references,
// or with operations that were counted.
std::vector<memsim::PhaseCounts> named_phases(const std::vector<memsim::PhaseCounts>& simulated,
                                              const std::vector<std::string>& phase_names,
                                              const OperationTable& operations);

// What the phase of that index is called; "start" before the first mark.
std::string phase_label(std::size_t index, const std::vector<std::string>& phase_names);

// Throws InputError when there is no such phase; an empty one stands for all.
void check_marked(const std::string& phase, const std::vector<std::string>& phase_names);

// Objects, phases, bottleneck and time; inputs and run facts are the caller's, and then the
// verdict.
answers::MemoryAnswer describe(const dat::Machine& machine, const memsim::Occupancy& occupancy);

// The cores' num_dp_flops, num_sp_flops and num_inst become what was counted.
void put_operations(dat::Machine& machine, const memsim::Occupancy& occupancy);

std::vector<dat::ObjectResult> results_for_dat(const dat::Machine& machine,
                                               const memsim::Occupancy& occupancy);

}  // namespace hpcast::forecast
