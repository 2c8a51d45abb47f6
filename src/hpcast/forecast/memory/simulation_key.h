// What of a machine a simulation depends on.
#pragma once

#include <string>

#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/simulation.h"

namespace hpcast::forecast {

// Machines of the same key are simulated alike under the same request: the same counts, the same
// routes, in the same order of objects. `options` are options_for() that request and machine. All
// of a DAT is in the key but what is known to matter only afterwards: bandwidths, duplex,
// latencies, lines fetched ahead, rates and operation counts of cores, all names, which objects
// share a class, sizes of pages that are not the options', results, and members that hpcast does
// not know. Where cores' times are simulated, all of the DAT is but page_fault_time.
std::string simulation_key(dat::Machine machine, const memsim::SimulationOptions& options,
                           bool times_cores);

}  // namespace hpcast::forecast
