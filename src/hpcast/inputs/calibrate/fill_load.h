// How long memory takes to answer while it is used, into a machine.
#pragma once

#include "hpcast/inputs/calibrate/book.h"
#include "hpcast/inputs/calibrate/levels.h"
#include "hpcast/inputs/calibrate/measure.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::calibrate {

// Of `memory`, with its latency and bandwidths as they stand: its latency_curve, where all of it
// was separated from noise, and latency rises.
void fill_load(dat::MemClass& memory, const Level& level, const Times& times, Book& book);

}  // namespace hpcast::calibrate
