// Several names of one event, and several ways to count the same: which of them make up a counter.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/series.h"

namespace hpcast::counters {

// Leaves each counter that is made up of parts with those of one sum (Alias::sum), each event of
// each place once: boxes apart or all together, with modifiers or without. The others keep their
// own names. Returns what a user of the numbers must know.
std::vector<std::string> count_events_once(std::vector<Series>& all);

}  // namespace hpcast::counters
