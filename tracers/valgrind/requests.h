/* What the tool is asked by code that runs under Valgrind: the preload library here, and hpcast.h
   in the program (which has the numbers of `phase` and of regions for itself). Client requests,
   VG_USERREQ. */
#pragma once

#include <cstdint>

namespace hpcast::tracer {

enum class Request : std::uint64_t {
  phase = 0x48500001,  // 'H','P': the name; the process is in that phase from here on
  attach,              // begin and end of the library's own code; the ChannelHeader, null: untraced
  thread,              // the calling thread's ThreadSlot, or null
  reserve,             // slot for the thread that the caller is about to create, or null
  abandon,             // the reserved thread could not be created
  event,               // Event, payload, words of it: put into the caller's stream
  settle,              // all that the caller has done is in its ring when this returns; what it
  resume,              // does until `resume` is waiting, and not recorded
  library,             // the same, but what is moved meanwhile is recorded (new_lines.h)
  region_begin,        // the name; the calling thread enters that region
  region_end,          // or leaves it
};

}  // namespace hpcast::tracer
