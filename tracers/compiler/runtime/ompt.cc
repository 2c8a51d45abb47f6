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
  parallel_end = 4,
  implicit_task = 7,
  sync_region_wait = 16,
  mutex_released = 17,
  sync_region = 23,
  mutex_acquire = 26,
  mutex_acquired = 27,
};
enum Endpoint { scope_begin = 1, scope_end = 2 };
enum SyncKind {
  sync_barrier = 1,
  sync_barrier_implicit = 2,
  sync_barrier_explicit = 3,
  sync_barrier_implementation = 4,
  sync_barrier_implicit_workshare = 8,
  sync_barrier_implicit_parallel = 9,
  sync_barrier_teams = 10,
};
constexpr int task_implicit = 2;

// Regions get numbers, above all addresses and apart from creation_of(); a region's three objects
// follow each other.
constexpr std::uint64_t region_objects = std::uint64_t{3} << 62;
std::atomic<std::uint64_t> regions{0};

std::uint64_t fork_of(std::uint64_t region) { return region_objects | region * 3; }
std::uint64_t join_of(std::uint64_t region) { return fork_of(region) + 1; }

// libomp's pool threads have one team at a time; nested regions stack up.
__thread Team teams[8] __attribute__((tls_model("local-exec")));
__thread unsigned team_depth __attribute__((tls_model("local-exec")));
__thread bool in_barrier __attribute__((tls_model("local-exec")));

Team* team() { return team_depth == 0 || team_depth > 8 ? nullptr : &teams[team_depth - 1]; }

void set_state(Thread& thread, ThreadState state) {
  thread.slot->state.store(state, std::memory_order_release);
}

void on_parallel_begin(OmptData*, const void*, OmptData* region, unsigned, int, const void*) {
  region->value = regions.fetch_add(1) + 1;
  if (Thread* const thread = hot.thread)
    signal_object(*thread, sync_object(fork_of(region->value)));
}

void on_parallel_end(OmptData* region, OmptData*, int, const void*) {
  Thread* const thread = hot.thread;
  if (thread == nullptr) return;
  SyncObject& join = sync_object(join_of(region->value));
  wait_for(*thread, join, join.count.load());
}

void begin_implicit_task(Thread& thread, std::uint64_t region, OmptData* task, unsigned threads,
                         unsigned index) {
  task->value = region;
  ++team_depth;
  if (Team* const mine = team())
    *mine = Team{nullptr, &sync_object(fork_of(region) + 2), 0, 0, threads};
  in_barrier = false;
  set_state(thread, ThreadState::running);
  if (index != 0) acquire_object(thread, sync_object(fork_of(region)));
}

// Both the end of the task and the barrier before it: where a pool thread is between regions.
void leave_region(Thread& thread, std::uint64_t region) {
  signal_object(thread, sync_object(join_of(region)));
  set_state(thread, ThreadState::blocked);
}

void on_implicit_task(int endpoint, OmptData* region, OmptData* task, unsigned threads,
                      unsigned index, int flags) {
  Thread* const thread = hot.thread;
  if (thread == nullptr || (flags & task_implicit) == 0) return;
  if (endpoint == scope_begin) {
    begin_implicit_task(*thread, region == nullptr ? 0 : region->value, task, threads, index);
  } else if (team_depth != 0) {
    --team_depth;
    if (index == 0) set_state(*thread, ThreadState::running);
  }
}

bool ends_region(int kind, const OmptData* region) {
  return kind == sync_barrier_implicit_parallel ||
         (kind == sync_barrier_implicit && region == nullptr);
}
bool is_barrier(int kind) {
  return (kind >= sync_barrier && kind <= sync_barrier_implementation) ||
         (kind >= sync_barrier_implicit_workshare && kind <= sync_barrier_teams);
}

void on_sync_region(int kind, int endpoint, OmptData* region, OmptData* task, const void*) {
  Thread* const thread = hot.thread;
  Team* const mine = team();
  if (thread == nullptr || mine == nullptr || !is_barrier(kind)) return;
  // The barrier at the end of a region: its end may be reported when the next region begins.
  if (ends_region(kind, region)) {
    if (endpoint == scope_begin && task != nullptr) leave_region(*thread, task->value);
    return;
  }
  if (mine->threads < 2) return;
  if (endpoint == scope_begin) {
    signal_object(*thread, *mine->barrier);
    set_state(*thread, ThreadState::blocked);
  } else {
    set_state(*thread, ThreadState::running);
    ++mine->generation;
    wait_for(*thread, *mine->barrier, mine->barrier_base + mine->generation * mine->threads);
  }
}

void on_mutex_acquire(int, unsigned, unsigned, std::uint64_t object, const void*) {
  Thread* const thread = hot.thread;
  if (thread == nullptr) return;
  thread->slot->blocked_on.store(object, std::memory_order_relaxed);
  set_state(*thread, ThreadState::blocked);
}

void on_mutex_acquired(int, std::uint64_t object, const void*) {
  Thread* const thread = hot.thread;
  if (thread == nullptr) return;
  set_state(*thread, ThreadState::running);
  acquire_object(*thread, sync_object(object));
}

// Called after the release: a next owner may have read the count before. The order of critical
// sections is then merely unknown, as for an untraced lock.
void on_mutex_released(int, std::uint64_t object, const void*) {
  if (Thread* const thread = hot.thread) signal_object(*thread, sync_object(object));
}

template <class F>
void set(OmptSetCallback set_callback, Callback which, F* function) {
  set_callback(which, reinterpret_cast<OmptCallback>(function));
}

int initialize(OmptLookup lookup, int, OmptData*) {
  const auto set_callback = reinterpret_cast<OmptSetCallback>(lookup("ompt_set_callback"));
  if (set_callback == nullptr) return 0;
  set(set_callback, parallel_begin, on_parallel_begin);
  set(set_callback, parallel_end, on_parallel_end);
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
