// What cannot be, or is hardly so, in the power that a counter table has.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::meter {

// A line for each doubt about `power`, `package_energy` and `memory_energy`: nothing, too little or
// too much for a node, the same to the last digit whatever ran, or what cannot be beside other
// counters.
std::vector<std::string> power_doubts(const counters::Table& table);

}  // namespace hpcast::meter
