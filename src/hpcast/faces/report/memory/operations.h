// Operation counts by phase, as text, and what is said of them on a page too.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/operation_table.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

// Summed over the threads, without the start-up, in the order of the table.
using PhaseOperations = std::pair<std::string, OperationCounts>;
std::vector<PhaseOperations> operations_by_phase(const OperationTable& table);
// "256-bit 98 %", of the width that most FLOPs have; empty without any.
std::string main_width(const OperationCounts& counts);
// Sentences on what was executed and is no part of the forecast, as far as there was any.
std::vector<std::string> operations_left_out(const OperationTable& table);

// A line for each phase, summed over the threads, and one on what was left out. Empty for an empty
// table.
std::string operations_section(const OperationTable& table, const TextOptions& options);

}  // namespace hpcast::report
