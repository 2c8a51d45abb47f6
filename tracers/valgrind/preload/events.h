// Events in a thread's stream: the tool writes them.
#pragma once

#include "../requests.h"
#include "hpcast.h"
#include "thread.h"

namespace hpcast::tracer {

inline std::uint64_t request(Request what, std::uint64_t a = 0, std::uint64_t b = 0,
                             std::uint64_t c = 0) {
  return hpcast_valgrind_request(static_cast<std::uint64_t>(what), a, b, c);
}

inline void settle(Thread&) { request(Request::settle); }
inline void resume(Thread&) { request(Request::resume); }
inline void begin_library_call(Thread&) { request(Request::library); }
// The tool simulates nothing.
inline void drain(Thread&) {}

// Of the calling thread.
template <class... Words>
void put_event(Thread&, Event event, Words... words) {
  const std::uint64_t payload[] = {static_cast<std::uint64_t>(words)..., 0};
  request(Request::event, static_cast<std::uint64_t>(event),
          reinterpret_cast<std::uint64_t>(payload), sizeof...(words));
}

}  // namespace hpcast::tracer
