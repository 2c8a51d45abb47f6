// What the operating system takes for the first touches of pages.
#pragma once

#include <vector>

#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::forecast {

// Of some memory, or of all, the DAT has a page_fault_time.
bool knows_page_faults(const dat::Machine& machine);
bool knows_all_page_faults(const dat::Machine& machine);

// Fills in PhaseCounts::page_faults; where that is not known, nothing.
void time_page_faults(const dat::Machine& machine, const memsim::Topology& topology,
                      std::vector<memsim::PhaseCounts>& phases);

}  // namespace hpcast::forecast
