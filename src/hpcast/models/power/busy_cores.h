// How many cores were busy while a counter table was taken.
#pragma once

#include <optional>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::power {

// Threads with at least a tenth of the time, cycles or instructions (or whatever was counted) of
// the one with most. Where the table has all threads together, or those of a socket, processor
// time over time. Nothing: it does not tell.
std::optional<double> busy_cores(const counters::Table& table);

}  // namespace hpcast::power
