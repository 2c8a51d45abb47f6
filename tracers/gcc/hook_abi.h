// What hooks leave as it is: xmm6 to xmm15, which other calls may change on x86-64. So numbers that
// a program has in registers stay there. (tracers/compiler/CMakeLists.txt compiles the runtime so.)
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

void register_hook_abi();

// The same type, of a function that leaves these registers as they are.
tree type_of_hook(tree type);

}  // namespace hpcast::plugin
