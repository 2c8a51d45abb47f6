// How long threads worked and waited for each other, in the answer.
#pragma once

#include <string>
#include <vector>

#include "hpcast/dat/machine.h"
#include "hpcast/memsim/finished_run.h"
#include "hpcast/result/memory_result.h"

namespace hpcast::forecast {

// Fills in the threads of the result's phases, which are named by `phase_names`; where cores were
// not timed, nothing.
void describe_threads(result::MemoryResult& result, const dat::Machine& machine,
                      const memsim::FinishedRun& run, const std::vector<std::string>& phase_names);

}  // namespace hpcast::forecast
