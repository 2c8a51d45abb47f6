// Stores of loops that are told as a whole which GCC has left out behind us, as others follow at
// once to the same place.
#pragma once

#include "loop_tables.h"

namespace hpcast::plugin {

// Of a loop whose blocks are `blocks`: the table says which of its streams are gone. Nothing is
// said where the machine's code stores to what is not known again.
void leave_out_gone_stores(LoopTable& table, const std::vector<basic_block>& blocks);

}  // namespace hpcast::plugin
