// A counter table for people.
#pragma once

#include <string>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// Wall-clock time that the rows stand for: of the thread with the most.
double time_of(const Table& table);

// One line on the whole, then the counters' totals and rates, then the notes.
std::string summary(const Table& table);

}  // namespace hpcast::counters
