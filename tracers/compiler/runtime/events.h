// Events in a thread's stream, which appear as a whole.
#pragma once

#include "thread.h"

namespace hpcast::tracer {

// Brings up to date what the thread is known to have done: its clock and, with Payload::requests,
// the counters in its slot.
void update_clock(Thread& thread);
// (Payload::requests) The clock, as it is right now.
std::uint64_t references_made(const Thread& thread);
// The thread is about to be in a call that may block, in code that is not instrumented …
void settle(Thread& thread);
// … and has left it.
inline void resume(Thread&) {}
// The call before which settle() is said next moves data of the program's meanwhile: unseen here.
inline void begin_library_call(Thread&) {}

// The thread's private caches have nothing in hand any more (Payload::requests).
void drain(Thread& thread);

// Writes an event with the clock and `count` more payload words. Guards against signal handlers.
void put_event_words(Thread& thread, Event event, const std::uint64_t* payload, unsigned count);

// What the thread has executed since it was last said, where it is counted.
void put_operations(Thread& thread);

template <class... Words>
void put_event(Thread& thread, Event event, Words... words) {
  const std::uint64_t payload[] = {static_cast<std::uint64_t>(words)..., 0};
  put_event_words(thread, event, payload, sizeof...(words));
}

}  // namespace hpcast::tracer
