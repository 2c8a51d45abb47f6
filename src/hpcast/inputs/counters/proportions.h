// What counters of one table cannot be beside one another, though each alone could.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// A line for each: more instructions a cycle than any core does, and a part that takes more energy
// than the whole that it is in. Which of the two is wrong they do not tell.
std::vector<std::string> doubts_of_proportions(const Table& table);

}  // namespace hpcast::counters
