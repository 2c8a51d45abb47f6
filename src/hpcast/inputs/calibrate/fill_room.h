// What a core has room for, into the description of how it executes instructions.
#pragma once

#include "hpcast/inputs/calibrate/book.h"
#include "hpcast/inputs/calibrate/room.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::calibrate {

// Where `core` has such a description; everything goes into `book`. `is_quiet`: it dispatched as
// much as it can, so that nobody used its other thread; else less room than told is not believed.
void fill_room(dat::CoreClass& core, const Room& room, bool is_quiet, Book& book);

}  // namespace hpcast::calibrate
