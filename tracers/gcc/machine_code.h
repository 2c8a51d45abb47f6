// The pass over the machine's code of a function: what it executes is counted and what it refers to
// is told, outside of loops that are told as a whole.
#pragma once

#include "instrument.h"

namespace hpcast::plugin {

// Behind all of GCC's passes that look at what instructions do. `options` outlives it.
void register_machine_code(const char* plugin, const InstrumentOptions& options);

}  // namespace hpcast::plugin
