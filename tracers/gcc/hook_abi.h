// How hooks of the runtime are called: they change nothing of the processor but the flags. So what
// the program keeps in registers stays there, as it would without hooks.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

// There are three of each hook, for functions with vectors of 128 bits, of 256 and of 512.
std::string prefix_of_hooks();
// The function, as a hook for the present one.
void make_hook(tree function);

// For who calls the present function: of a caller that has wider vectors hooks change what lies
// beyond those of the function. (GCC looks at what functions of the unit's change, -fipa-ra.)
bool hooks_change_vectors();

void register_hook_abi(const char* plugin);

}  // namespace hpcast::plugin
