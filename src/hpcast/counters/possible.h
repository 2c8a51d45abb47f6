// What no run and no machine can have done: the one place that knows, for all readers. Clocks that
// count from 1970, counters that are not there and sums that wrapped around tell such things.
#pragma once

#include <string>

#include "hpcast/counters/table.h"

namespace hpcast::counters {

// In seconds: three years. Seconds since 1970 are more.
inline constexpr double longest_run_s = 1e8;
// A node with 16 accelerators of 1.5 kW takes some 30 kW, a processor or module less than 3 kW.
inline constexpr double most_watts_of_node = 50e3;
inline constexpr double most_watts_of_part = 10e3;

// Counts and averages that cannot be are taken out, with a note that has the mend. Throws
// InputError for times that cannot be; `file` is its name in messages.
void check_possible(Table& table, const std::string& file);

}  // namespace hpcast::counters
