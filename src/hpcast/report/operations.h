// Operation counts as text.
#pragma once

#include "hpcast/base/operation_table.h"
#include "hpcast/report/text.h"

namespace hpcast::report {

// A line for each phase, summed over the threads, and one on what was left out. Empty for an empty
// table.
std::string operations_section(const OperationTable& table, const TextOptions& options);

}  // namespace hpcast::report
