// Tables of several programs' runs made one, each a region.
#pragma once

#include <string>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// Adds the rows of `run`, whatever its regions, as region `region`, `later_s` later. A counter that
// one of the tables lacks is missing in its rows; notes are kept once.
void append(Table& all, const Table& run, const std::string& region, double later_s);

}  // namespace hpcast::counters
