// Times of caches and memory, into a machine.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/inputs/calibrate/book.h"
#include "hpcast/inputs/calibrate/levels.h"
#include "hpcast/inputs/calibrate/measure.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::calibrate {

// What can be used goes into `machine`, rounded to four digits; everything into `book`.
void fill_memory(dat::Machine& machine, const std::vector<std::uint32_t>& cores,
                 const std::vector<Level>& levels, const Times& times, Book& book);

}  // namespace hpcast::calibrate
