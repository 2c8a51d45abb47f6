// The pass that puts the runtime's hooks into a function that GCC has optimised.
#pragma once

namespace hpcast::plugin {

struct InstrumentOptions {
  bool regions = true;  // functions tell that they are entered and left
  bool loops = true;    // loops are told of as a whole where they can be
};

// Before GCC's last pass over GIMPLE, whatever the level of optimisation. `options` outlives it.
void register_instrumentation(const char* plugin, const InstrumentOptions& options);

}  // namespace hpcast::plugin
