// Sums over threads, CPUs and sockets: of all of them, or none.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// Of one column.
struct NotCounted {
  std::vector<bool> told;        // by row: the source says that it was not counted there
  bool is_of_everybody = false;  // memory, energy: done for whoever ran
};

// At the same time and in the same region, a thread that ran and was not counted makes the counter
// lack for all: their sum would be a part that looks like the whole. One with less than a hundredth
// of their time does not. Returns what a user of the numbers must know.
std::vector<std::string> drop_sums_of_some_threads(
    Table& table, const std::map<std::string, NotCounted, std::less<>>& by_column);

}  // namespace hpcast::counters
