// One event in user mode and in the kernel (perf's cycles:u beside cycles:k): together they are
// all.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/series.h"

namespace hpcast::counters {

// Adds them up where the event was not counted in both at once, too. What lacks in one of them
// lacks in the sum. Returns what a user of the numbers must know.
std::vector<std::string> add_up_user_and_kernel(std::vector<Series>& all);

}  // namespace hpcast::counters
