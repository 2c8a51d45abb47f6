// How long memory takes to answer while it is used, into a machine.
#pragma once

#include "hpcast/calibrate/book.h"
#include "hpcast/calibrate/levels.h"
#include "hpcast/calibrate/measure.h"
#include "hpcast/dat/machine.h"

namespace hpcast::calibrate {

// Of `memory`, with its latency and bandwidths as they stand: its latency_curve, where all of it
// was separated from noise, and latency rises.
void fill_load(dat::MemClass& memory, const Level& level, const Times& times, Book& book);

}  // namespace hpcast::calibrate
