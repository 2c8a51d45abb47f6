// Blocks that GCC puts between those of a loop that is told as a whole, behind us: where values go
// from register to register on the way to the next block.
#pragma once

#include "marks.h"

namespace hpcast::plugin {

// Of the present function: the loops' tables have them from here on, and they are marked.
void take_blocks_between(Marked& marked);

}  // namespace hpcast::plugin
