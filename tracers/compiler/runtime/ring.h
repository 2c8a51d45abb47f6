// Writing to a thread's ring.
#pragma once

#include "events.h"

namespace hpcast::tracer {

// Room for `words` more; waits for the reader where the ring is full. Also looks at the phase.
// False: the thread is not traced any more.
bool make_room(Thread& thread, std::uint64_t words);

// Publishing every word costs less than a batch's bookkeeping would: on x86 a plain store.
inline void put(Thread& thread, Word word) {
  if (thread.tail >= thread.limit && !make_room(thread, 1)) [[unlikely]]
    return;
  thread.ring[thread.tail & thread.ring_mask] = word;
  // The reader's core has what comes next; fetch it back before it is needed.
  if (thread.tail % 8 == 0)
    __builtin_prefetch(&thread.ring[(thread.tail + 32) & thread.ring_mask], 1);
  ++thread.tail;
  thread.told->store(thread.tail, std::memory_order_release);
}

inline void RingSink::emit(Word request) { put(*thread, request); }

// Writes words without a look at the phase; they appear when the present piece does (Thread::open).
void append(Thread& thread, const std::uint64_t* words, unsigned count);
// The same, at once.
void publish(Thread& thread, const std::uint64_t* words, unsigned count);

// Writes a phase event if the process has entered another phase.
void follow_phase(Thread& thread);
// Writes what has been mapped, or given up, of memory that processes share.
void follow_maps(Thread& thread);

// Tells a sleeping reader that there is something to read.
void wake_reader();

}  // namespace hpcast::tracer
