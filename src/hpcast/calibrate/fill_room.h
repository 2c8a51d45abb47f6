// What a core has room for, into the description of how it executes instructions.
#pragma once

#include "hpcast/calibrate/book.h"
#include "hpcast/calibrate/room.h"
#include "hpcast/dat/machine.h"

namespace hpcast::calibrate {

// Where `core` has such a description; everything goes into `book`.
void fill_room(dat::CoreClass& core, const Room& room, Book& book);

}  // namespace hpcast::calibrate
