// The traced process: its channel, its threads, its beginning and its end.
#pragma once

#include "hpcast/reftrace/shared_maps.h"
#include "thread.h"

namespace hpcast::tracer {

struct Process {
  reftrace::ChannelHeader* header;  // null: not traced
  reftrace::ThreadSlot* slots;
  Word* rings;
  Thread* threads;                            // one for each slot
  bool core_has_thread[reftrace::max_cores];  // some thread simulates in the core's caches
  reftrace::ChannelHeader* forked_from;       // of the parent that was traced; null: there is none
  std::uint32_t id;                           // getpid()
  std::uint32_t index;                        // of its entry
  reftrace::SharedMaps shared;                // added to under ChannelHeader::lock
};
extern Process process __attribute__((visibility("hidden")));

inline reftrace::ProcessEntry& entry() { return process.header->processes[process.index]; }
// Of the MPI program that it belongs to; 0: none.
inline std::uint32_t ranks() { return entry().ranks; }
inline bool one_of_several() { return process.header->several != 0; }

// True while this process (not a forked child of it) is the one being traced.
inline bool attached() { return process.header != nullptr; }

// Of a static program, what runs before it has thread-local storage is instrumented too: resolvers
// of ifuncs, and functions of its own in the place of the C library's.
inline bool has_thread_storage() {
#ifdef HPCAST_STATIC
  return attached();
#else
  return true;
#endif
}
// Null: it is not traced.
inline Thread* current_thread() { return has_thread_storage() ? hot.thread : nullptr; }

// The process is going to end in an orderly way: what is in the rings is all there will be.
void finish();

// A free slot made ready for a new thread, or null when there is none (counted as refused).
Thread* reserve_thread();
// The calling thread becomes `thread`.
void begin_thread(Thread& thread);
// (ChannelHeader::bounded) The calling thread may make no reference until it is granted to go on;
// the first one waits for that.
void stop(Thread& thread);
void go_on_when_granted(Thread& thread);
// The calling thread's stream ends here.
void end_thread();
// A reserved thread that could not be created.
void abandon_thread(Thread& thread);
// The object that stands for a thread's creation.
std::uint64_t creation_of(const Thread& thread);

}  // namespace hpcast::tracer
