// The traced process and its threads, as far as the preload library must know them.
#pragma once

#include "thread.h"

namespace hpcast::tracer {

// True while the process (not a forked child of it) runs under the tool and is traced.
bool attached();

// Ranks of the MPI program that it belongs to; 0: none.
std::uint32_t ranks();

// A record for a thread about to be created, or null when it cannot be traced.
Thread* reserve_thread();
// The calling thread becomes `thread`.
void begin_thread(Thread& thread);
// A reserved thread that could not be created.
void abandon_thread(Thread& thread);
// The object that stands for a thread's creation.
std::uint64_t creation_of(const Thread& thread);

}  // namespace hpcast::tracer
