// The pass that puts the runtime's hooks into a function that GCC has optimised.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

struct InstrumentOptions {
  bool regions = true;  // functions tell that they are entered and left
  bool loops = true;    // loops are told of as a whole where they can be
  bool counts = true;   // what is executed is counted
};

// Whether it may not call what it likes: nothing is put into it.
bool is_exempt(tree function);

// Before GCC's last pass over GIMPLE, whatever the level of optimisation. `options` outlives it.
void register_instrumentation(const char* plugin, const InstrumentOptions& options);

}  // namespace hpcast::plugin
