// Operation counts on their way into the forecast: the tracer's own, or a file's.
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/operation_table.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/finished_run.h"

namespace hpcast::forecast {

// What the streams told, a row for each thread, phase and part, in that order.
OperationTable counted_operations(const memsim::FinishedRun& run,
                                  const std::vector<std::string>& phase_names);

// The same of a trace, without simulating anything. Throws InputError as TraceReader does.
OperationTable operations_of_trace(const std::string& trace);

// Throws InputError with every fault of the file.
OperationsFile read_operations_file(const std::string& path);

// Throws InputError for a thread or a phase that the trace does not have, as far as its manifest
// tells before a simulation.
void check_operations(const OperationTable& table, const reftrace::Manifest& manifest);

// Gives the phases' cores the main part of `table`. A row that names no thread, or no phase, is
// shared out by the references that were made. Throws InputError for a thread or a phase that the
// program does not have. An empty table changes nothing.
void share_out(const OperationTable& table, const memsim::FinishedRun& run,
               std::vector<memsim::PhaseCounts>& phases);

}  // namespace hpcast::forecast
