// What a meter can tell of a machine: beyond these bounds units were mixed up, a counter was reset
// or a sensor is broken. The one place for them.
#pragma once

#include "hpcast/inputs/counters/possible.h"

namespace hpcast::meter {

using counters::most_watts_of_memory;
using counters::most_watts_of_node;
using counters::most_watts_of_part;
inline constexpr double most_watts = 1e9;  // of whatever one meter is clamped to: a site
// Single-board computers take 2 W.
inline constexpr double least_watts_of_node = 1;

// Energy comes late where a sensor counts less often than it is read: by as long as it stood still.
// Before it is read first that is not known, and no more than this.
inline constexpr double longest_delay_s = 1;
// The clock is read up to so long after the sensor on a busy machine.
inline constexpr double shortest_delay_s = 0.1;
// No count of energy stands still for so long while a machine runs.
inline constexpr double longest_standstill_s = 2;

// A mean over more than a week is of no program.
inline constexpr double longest_window_s = 7 * 86400.0;
// A line that comes so many usual windows after the one above it is the first after a gap.
inline constexpr double most_usual_windows = 5;
// A value above what a node takes, and so many times what the meter usually tells, is an error.
inline constexpr double most_times_usual = 20;

}  // namespace hpcast::meter
