// Writing to a thread's ring: single references, and events that appear as a whole.
#pragma once

#include "thread.h"

namespace hpcast::tracer {

// Room for `words` more; waits for the reader where the ring is full. Also looks at the phase.
void make_room(Thread& thread, std::uint64_t words);

// Publishing every word costs less than a batch's bookkeeping would: on x86 a plain store.
inline void put(Thread& thread, Word word) {
  if (thread.tail >= thread.limit) [[unlikely]]
    make_room(thread, 1);
  thread.ring[thread.tail & thread.ring_mask] = word;
  // The reader's core has what comes next; fetch it back before it is needed.
  if (thread.tail % 8 == 0)
    __builtin_prefetch(&thread.ring[(thread.tail + 32) & thread.ring_mask], 1);
  ++thread.tail;
  thread.slot->tail.store(thread.tail, std::memory_order_release);
}

inline void RingSink::emit(Word request) { put(*thread, request); }

// Brings up to date what the thread is known to have done: its clock and, with Payload::requests,
// the counters in its slot.
void update_clock(Thread& thread);

// Writes an event with the clock and `count` more payload words. Guards against signal handlers.
void put_event_words(Thread& thread, Event event, const std::uint64_t* payload, unsigned count);

template <class... Words>
void put_event(Thread& thread, Event event, Words... words) {
  const std::uint64_t payload[] = {static_cast<std::uint64_t>(words)..., 0};
  put_event_words(thread, event, payload, sizeof...(words));
}

// Writes a phase event if the process has entered another phase.
void follow_phase(Thread& thread);

// Tells a sleeping reader that there is something to read.
void wake_reader();

}  // namespace hpcast::tracer
