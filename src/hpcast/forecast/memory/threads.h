// How long threads worked and waited for each other, in the answer.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/finished_run.h"

namespace hpcast::forecast {

// Fills in the threads of the result's phases, which are named by `phase_names`; where cores were
// not timed, nothing.
void describe_threads(answers::MemoryAnswer& result, const dat::Machine& machine,
                      const memsim::FinishedRun& run, const std::vector<std::string>& phase_names);

}  // namespace hpcast::forecast
