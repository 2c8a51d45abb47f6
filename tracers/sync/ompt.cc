// Clang's OpenMP runtime (libomp) tells a tool what its threads do; this is the tool. The few
// declarations needed are those of OpenMP 5.0's omp-tools.h, which is not installed with GCC.
#include "sync.h"

using namespace hpcast::tracer;

extern "C" {
union OmptData {
  std::uint64_t value;
  void* pointer;
};
using OmptCallback = void (*)();
using OmptLookup = OmptCallback (*)(const char*);
using OmptSetCallback = int (*)(int, OmptCallback);
struct OmptStart {
  int (*initialize)(OmptLookup, int, OmptData*);
  void (*finalize)(OmptData*);
  OmptData tool;
};
}

namespace {

enum Callback {
  parallel_begin = 3,
  implicit_task = 7,
  mutex_released = 17,
  sync_region = 23,
  mutex_acquire = 26,
  mutex_acquired = 27,
};
constexpr int scope_begin = 1;
enum SyncKind {
  sync_barrier = 1,
  sync_barrier_implementation = 4,
  sync_barrier_implicit_workshare = 8,
  sync_barrier_teams = 10,
};
constexpr int task_implicit = 2;

// A region as its first thread opens it; the others read it when they join.
struct Region {
  SyncObject* fork;
  SyncObject* barrier;
  std::uint64_t fork_count;
  std::uint64_t barrier_base;
};

// A thread is in one team at a time; nested regions stack up. Deeper ones are not followed.
constexpr unsigned deepest = 8;
__thread Region regions[deepest] HPCAST_TLS;
__thread Team teams[deepest] HPCAST_TLS;
__thread unsigned depth HPCAST_TLS;

Team* team() { return depth == 0 || depth > deepest ? nullptr : &teams[depth - 1]; }

void on_parallel_begin(OmptData*, const void*, OmptData* data, unsigned, int, const void*) {
  Thread* const thread = current_thread();
  data->pointer = nullptr;
  if (thread == nullptr || depth >= deepest) return;
  Region& region = regions[depth];
  region.fork = &sync_object(&region);
  region.barrier = &sync_object(&region.barrier);
  region.barrier_base = region.barrier->count.load();
  region.fork_count = signal_object(*thread, *region.fork) + 1;
  data->pointer = &region;
}

void begin_implicit_task(Thread& thread, const OmptData* data, unsigned threads, unsigned index) {
  ++depth;
  mark_running(thread);
  Team* const mine = team();
  if (mine == nullptr) return;
  const auto* const region = data == nullptr ? nullptr : static_cast<Region*>(data->pointer);
  *mine = Team{};
  if (region == nullptr) return;
  *mine = Team{nullptr, region->barrier, region->barrier_base, 0, threads};
  if (index != 0) wait_for(thread, *region->fork, region->fork_count);
}

void on_implicit_task(int endpoint, OmptData* region, OmptData*, unsigned threads, unsigned index,
                      int flags) {
  Thread* const thread = current_thread();
  if (thread == nullptr || (flags & task_implicit) == 0) return;
  if (endpoint == scope_begin) {
    begin_implicit_task(*thread, region, threads, index);
  } else if (depth != 0) {
    --depth;
  }
}

bool is_barrier(int kind) {
  return (kind >= sync_barrier && kind <= sync_barrier_implementation) ||
         (kind >= sync_barrier_implicit_workshare && kind <= sync_barrier_teams);
}

// The barrier that ends a region is one like the others; a pool thread leaves it, blocked so far,
// only when the next region begins.
void on_sync_region(int kind, int endpoint, OmptData*, OmptData*, const void*) {
  Thread* const thread = current_thread();
  Team* const mine = team();
  if (thread == nullptr || mine == nullptr || mine->threads < 2 || !is_barrier(kind)) return;
  if (endpoint == scope_begin) {
    signal_object(*thread, *mine->barrier);
    mark_blocked(*thread, {});
  } else {
    mark_running(*thread);
    ++mine->generation;
    wait_for(*thread, *mine->barrier, mine->barrier_base + mine->generation * mine->threads);
  }
}

void on_mutex_acquire(int, unsigned, unsigned, std::uint64_t object, const void*) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return;
  mark_blocked(*thread, {object, 0});
}

void on_mutex_acquired(int kind, std::uint64_t object, const void*) {
  constexpr int ordered = 7;  // what comes in a given order
  Thread* const thread = current_thread();
  if (thread == nullptr) return;
  mark_running(*thread);
  if (kind == ordered) return acquire_object(*thread, sync_object(object));
  lock_object(*thread, sync_object(object));
}

// Called after the release: a next owner may have read the count before. The order of critical
// sections is then merely unknown, as for an untraced lock.
void on_mutex_released(int, std::uint64_t object, const void*) {
  if (Thread* const thread = current_thread()) signal_object(*thread, sync_object(object));
}

template <class F>
void set(OmptSetCallback set_callback, Callback which, F* function) {
  set_callback(which, reinterpret_cast<OmptCallback>(function));
}

int initialize(OmptLookup lookup, int, OmptData*) {
  const auto set_callback = reinterpret_cast<OmptSetCallback>(lookup("ompt_set_callback"));
  if (set_callback == nullptr) return 0;
  set(set_callback, parallel_begin, on_parallel_begin);
  set(set_callback, implicit_task, on_implicit_task);
  set(set_callback, sync_region, on_sync_region);
  set(set_callback, mutex_acquire, on_mutex_acquire);
  set(set_callback, mutex_acquired, on_mutex_acquired);
  set(set_callback, mutex_released, on_mutex_released);
  return 1;
}

void finalize(OmptData*) {}

OmptStart start{initialize, finalize, {0}};

}  // namespace

HPCAST_EXPORT OmptStart* ompt_start_tool(unsigned, const char*) {
  return attached() ? &start : nullptr;
}
