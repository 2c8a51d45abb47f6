// Threads that spin: their looks in vain are taken out, and who goes on behind a look waits for who
// lets it (flags.h, places.h). SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core.h"
#include "hpcast/inputs/reftrace/record.h"
#include "look_code.h"

namespace hpcast::tracer {

using reftrace::Word;
struct Thread;

// ---- called by the translated code

// The thread's loop goes to its next turn from the end of that superblock, if it is one that waits
// (waiting_loop.h); `pauses`: the superblock ends with a pause.
void loop_goes_back(std::uint64_t block, std::uint64_t pauses);
// The number of the place that the branch is (places.h), or none. What is translated calls look()
// there, with what it looks at in look_inputs.
unsigned place_of(Addr branch);
extern LookCode::Inputs look_inputs;
void look(const LookCode* code);

// ---- called as threads take turns, and as what they do is told

// What it has waited for has come, or somebody has interrupted it.
void end_spin(Thread& thread);
// It has done these words since it spun, and does so no more: what it has waited for has come, or
// it has looked as often as it was to.
void end_spin_with(Thread& thread, const Word* begin, const Word* end);
// Whether the thread has asked for a number, or taken part in a lock, in the last superblocks of
// the batch: what it looks for then is handed on in the order of the host's run. Who finds that it
// is its turn already waits for nobody, as who finds a mutex free.
bool has_just_drawn(const Thread& thread);
// What was translated before a place was known does not tell of it.
void translate_places_anew();
// Until another thread has had a turn. Who has written a flag knows that one waits for the lock to
// look at it, or is about to; who spins leaves the processor for a moment where all others sleep.
void give_way(ThreadId tid, const Thread& thread);
// What lies in the program's memory; 0: it cannot be read.
std::uint64_t value_at(std::uint64_t address, std::uint32_t bytes);

}  // namespace hpcast::tracer
