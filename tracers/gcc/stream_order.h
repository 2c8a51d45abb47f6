// What has become of the references of loops that are told as a whole, behind us: GCC has left some
// out, as others follow at once to the same place, and has put the rest into another order.
#pragma once

#include "loop_tables.h"
#include "needed.h"

namespace hpcast::plugin {

// The tables of the present function's loops follow the machine's code. They stay as they are where
// it refers to what is not known again.
void follow_machine_code(const Marked& marked, const NeededCode& code);

}  // namespace hpcast::plugin
