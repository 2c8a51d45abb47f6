// Times of caches and memory, into a machine.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/calibrate/book.h"
#include "hpcast/calibrate/levels.h"
#include "hpcast/calibrate/measure.h"
#include "hpcast/dat/machine.h"

namespace hpcast::calibrate {

// What can be used goes into `machine`, rounded to four digits; everything into `book`.
void fill_memory(dat::Machine& machine, const std::vector<std::uint32_t>& cores,
                 const std::vector<Level>& levels, const Times& times, Book& book);

}  // namespace hpcast::calibrate
