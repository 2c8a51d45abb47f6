// Functions tell that they are entered and left.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

// Where exceptions come in and go on, in the optimised function.
void tell_of_exceptions(function* fun);

// Where it begins and ends, in the machine's code.
void tell_of_function(function* fun);

}  // namespace hpcast::plugin
