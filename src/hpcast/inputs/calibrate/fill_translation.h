// What address translation costs, into the description of how a core executes instructions.
#pragma once

#include "hpcast/inputs/calibrate/book.h"
#include "hpcast/inputs/calibrate/measure.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::calibrate {

// Where `core` has such a description and the numbers can be used; everything goes into `book`.
void fill_translation(dat::CoreClass& core, const Times& times, Book& book);

}  // namespace hpcast::calibrate
