// The pass that counts what the machine's code executes: it adds to the thread's counts
// (tracers/compiler/runtime/counts.h), or to the tables of loops that are told as a whole.
#pragma once

namespace hpcast::plugin {

// Behind register allocation, where GCC last knows basic blocks.
void register_counting(const char* plugin);

}  // namespace hpcast::plugin
