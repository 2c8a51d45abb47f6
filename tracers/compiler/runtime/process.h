// The traced process: its channel, its threads, its beginning and its end.
#pragma once

#include "hpcast/inputs/reftrace/shared_maps.h"
#include "thread.h"

namespace hpcast::tracer {

// A child forked in whatever way has it all zero, as it has its threads (MADV_WIPEONFORK).
constexpr std::size_t page_bytes = 4096;
struct alignas(page_bytes) Process {
  reftrace::ChannelHeader* header;  // null: not traced
  reftrace::ThreadSlot* slots;
  Word* rings;
  Thread* threads;                            // one for each slot
  bool core_has_thread[reftrace::max_cores];  // some thread simulates in the core's caches
  std::uint32_t id;                           // getpid()
  std::uint32_t index;                        // of its entry
  reftrace::SharedMaps shared;                // added to under ChannelHeader::lock
};
extern Process process __attribute__((visibility("hidden")));
// Where this process, or the traced one that it comes from, is told of children; null: nowhere.
extern reftrace::ChannelHeader* children_table __attribute__((visibility("hidden")));

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
  return children_table != nullptr;
#else
  return true;
#endif
}
// Null: it is not traced.
inline Thread* current_thread() { return attached() ? hot.thread : nullptr; }

// Whether the calling thread, which has made a reference as `thread`, is in a child that was forked
// without fork(). It is another program, and goes untraced from here on.
bool forked_unseen(const Thread& thread);

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
// Whether hooks may look for the first cache's lines themselves.
void choose_tags(const Thread& thread);
// The calling thread's stream ends here.
void end_thread();
// A reserved thread that could not be created.
void abandon_thread(Thread& thread);
// The object that stands for a thread's creation.
std::uint64_t creation_of(const Thread& thread);

}  // namespace hpcast::tracer
