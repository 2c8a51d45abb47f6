// libgomp's entry points: parallel regions, barriers, critical sections, locks, waits for tasks.
//
// A region: the first thread signals, the others wait for it; at the end each of the others signals
// and the first waits for all. Between regions a pool thread counts as blocked.
#include "interpose.h"
#include "sync.h"

using namespace hpcast::tracer;

HPCAST_LIBRARY_FUNCTION(int, omp_get_num_threads, void)

namespace {

// Lives on the stack of the thread that met the region.
struct Region {
  void (*body)(void*);
  void* data;
  Thread* first;
  SyncObject* fork;
  SyncObject* join;
  SyncObject* barrier;
  bool outermost;
  std::uint64_t fork_count;
  std::uint64_t join_base;
  std::uint64_t barrier_base;
};

// Objects of a region: addresses inside the first thread's own record, one set a nesting level.
SyncObject* region_object(const Thread& thread, unsigned level, unsigned which) {
  const char* const base = reinterpret_cast<const char*>(&thread);
  return &sync_object(base + (level * 3 + which) % sizeof(Thread));
}

unsigned nesting(const Thread& thread) {
  unsigned level = 0;
  for (const Team* team = thread.team; team != nullptr; team = team->outer) ++level;
  return level;
}

void run_in_team(void* data) {
  Region& region = *static_cast<Region*>(data);
  Thread* const thread = current_thread();
  if (thread == nullptr) return region.body(region.data);
  const bool first = thread == region.first;
  Team team{thread->team, region.barrier, region.barrier_base, 0,
            static_cast<unsigned>(real_omp_get_num_threads())};
  thread->team = &team;
  mark_running(*thread);
  if (!first) wait_for(*thread, *region.fork, region.fork_count);
  region.body(region.data);
  thread->team = team.outer;
  if (first) {
    mark_blocked(*thread, awaited(*region.join, region.join_base + team.threads - 1));
  } else {
    // The region may be gone once its last thread has signalled; what comes next is another fork.
    // (Where regions are nested, another one's, or none: such threads come and go.)
    const Awaited next_fork =
        region.outermost ? awaited(*region.fork, region.fork_count + 1) : Awaited{};
    signal_object(*thread, *region.join);
    mark_blocked(*thread, next_fork);
  }
}

// Calls run(body, data) so that libgomp runs the region's body under our eyes.
template <class Run>
void parallel(void (*body)(void*), void* data, Run&& run) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return run(body, data);
  const unsigned level = nesting(*thread);
  Region region{body,
                data,
                thread,
                region_object(*thread, level, 0),
                region_object(*thread, level, 1),
                region_object(*thread, level, 2),
                level == 0,
                0,
                0,
                0};
  region.join_base = region.join->count.load();
  region.barrier_base = region.barrier->count.load();
  region.fork_count = signal_object(*thread, *region.fork) + 1;
  run(run_in_team, &region);
  mark_running(*thread);
  const std::uint64_t ended = region.join->count.load();
  if (ended != 0) wait_for(*thread, *region.join, ended);
}

void arrive(Thread& thread) { signal_object(thread, *thread.team->barrier); }

// All threads of a team pass the same barriers in the same order, so each can count by itself.
std::uint64_t next_departure(const Team& team) {
  return team.barrier_base + (team.generation + 1) * team.threads;
}

void depart(Thread& thread) {
  Team& team = *thread.team;
  wait_for(thread, *team.barrier, next_departure(team));
  ++team.generation;
}

bool in_team(const Thread* thread) {
  return thread != nullptr && thread->team != nullptr && thread->team->threads > 1;
}

// A barrier of the team around wait().
template <class Wait>
auto barrier(Wait&& wait) {
  Thread* const thread = current_thread();
  if (!in_team(thread)) return wait();
  struct Departure {
    Thread& thread;
    ~Departure() { depart(thread); }
  } departure{*thread};
  arrive(*thread);
  return blocked_on(awaited(*thread->team->barrier, next_departure(*thread->team)), wait);
}

// What excludes without a name of its own gets an address of ours.
char unnamed_critical;
char atomic_section;
char ordered_section;

}  // namespace

// Functions whose leading parameters are the body and its data.
#define HPCAST_PARALLEL(name, parameters, arguments)                                          \
  HPCAST_INTERPOSE(void, name, void (*body)(void*), void* data, HPCAST_UNPACK parameters) {   \
    parallel(body, data,                                                                      \
             [&](void (*f)(void*), void* d) { real_##name(f, d, HPCAST_UNPACK arguments); }); \
  }
#define HPCAST_PARALLEL_LOOP(kind)                                                                 \
  HPCAST_PARALLEL(GOMP_parallel_loop_##kind,                                                       \
                  (unsigned threads, long start, long end, long step, long chunk, unsigned flags), \
                  (threads, start, end, step, chunk, flags))
#define HPCAST_PARALLEL_LOOP_WITHOUT_CHUNK(kind)                                       \
  HPCAST_PARALLEL(GOMP_parallel_loop_##kind,                                           \
                  (unsigned threads, long start, long end, long step, unsigned flags), \
                  (threads, start, end, step, flags))

HPCAST_PARALLEL(GOMP_parallel, (unsigned threads, unsigned flags), (threads, flags))
HPCAST_PARALLEL(GOMP_parallel_sections, (unsigned threads, unsigned count, unsigned flags),
                (threads, count, flags))
HPCAST_PARALLEL_LOOP(static)
HPCAST_PARALLEL_LOOP(dynamic)
HPCAST_PARALLEL_LOOP(guided)
HPCAST_PARALLEL_LOOP(nonmonotonic_dynamic)
HPCAST_PARALLEL_LOOP(nonmonotonic_guided)
HPCAST_PARALLEL_LOOP_WITHOUT_CHUNK(runtime)
HPCAST_PARALLEL_LOOP_WITHOUT_CHUNK(nonmonotonic_runtime)
HPCAST_PARALLEL_LOOP_WITHOUT_CHUNK(maybe_nonmonotonic_runtime)

HPCAST_INTERPOSE(unsigned, GOMP_parallel_reductions, void (*body)(void*), void* data,
                 unsigned threads, unsigned flags) {
  unsigned used = 0;
  parallel(body, data, [&](void (*f)(void*), void* d) {
    used = real_GOMP_parallel_reductions(f, d, threads, flags);
  });
  return used;
}

#define HPCAST_BARRIER(result, name)              \
  HPCAST_INTERPOSE(result, name, void) {          \
    return barrier([] { return real_##name(); }); \
  }
HPCAST_BARRIER(void, GOMP_barrier)
HPCAST_BARRIER(bool, GOMP_barrier_cancel)
HPCAST_BARRIER(void, GOMP_loop_end)
HPCAST_BARRIER(bool, GOMP_loop_end_cancel)
HPCAST_BARRIER(void, GOMP_sections_end)
HPCAST_BARRIER(bool, GOMP_sections_end_cancel)
HPCAST_INTERPOSE(void, GOMP_workshare_task_reduction_unregister, bool cancelled) {
  if (cancelled) return real_GOMP_workshare_task_reduction_unregister(cancelled);
  barrier([=] { real_GOMP_workshare_task_reduction_unregister(cancelled); });
}

// One thread gets null, works and calls the end; the others wait in the start for it.
HPCAST_INTERPOSE(void*, GOMP_single_copy_start, void) {
  Thread* const thread = current_thread();
  if (!in_team(thread)) return real_GOMP_single_copy_start();
  void* const copied =
      blocked_on(thread->team->barrier, [] { return real_GOMP_single_copy_start(); });
  if (copied == nullptr) return nullptr;
  arrive(*thread);
  depart(*thread);
  return copied;
}
HPCAST_INTERPOSE(void, GOMP_single_copy_end, void* data) {
  barrier([=] { real_GOMP_single_copy_end(data); });
}

#define HPCAST_EXCLUSIVE(start, end, got, object, parameters, arguments) \
  HPCAST_INTERPOSE(void, start, HPCAST_UNPACK parameters) {              \
    blocked_on(object, [&] { real_##start arguments; });                 \
    got(object);                                                         \
  }                                                                      \
  HPCAST_INTERPOSE(void, end, HPCAST_UNPACK parameters) {                \
    releasing(object);                                                   \
    real_##end arguments;                                                \
  }
HPCAST_EXCLUSIVE(GOMP_critical_start, GOMP_critical_end, locked, &unnamed_critical, (void), ())
HPCAST_EXCLUSIVE(GOMP_critical_name_start, GOMP_critical_name_end, locked, name, (void** name),
                 (name))
HPCAST_EXCLUSIVE(GOMP_atomic_start, GOMP_atomic_end, locked, &atomic_section, (void), ())
HPCAST_EXCLUSIVE(GOMP_ordered_start, GOMP_ordered_end, acquired, &ordered_section, (void), ())
HPCAST_EXCLUSIVE(omp_set_lock, omp_unset_lock, locked, lock, (void* lock), (lock))
HPCAST_EXCLUSIVE(omp_set_nest_lock, omp_unset_nest_lock, locked, lock, (void* lock), (lock))
// Fortran's names of the same.
HPCAST_EXCLUSIVE(omp_set_lock_, omp_unset_lock_, locked, lock, (void* lock), (lock))
HPCAST_EXCLUSIVE(omp_set_nest_lock_, omp_unset_nest_lock_, locked, lock, (void* lock), (lock))

#define HPCAST_TRY_LOCK(name)               \
  HPCAST_INTERPOSE(int, name, void* lock) { \
    const int taken = real_##name(lock);    \
    if (taken != 0) locked(lock);           \
    return taken;                           \
  }
HPCAST_TRY_LOCK(omp_test_lock)
HPCAST_TRY_LOCK(omp_test_nest_lock)
HPCAST_TRY_LOCK(omp_test_lock_)
HPCAST_TRY_LOCK(omp_test_nest_lock_)

#define HPCAST_TASK_WAIT(name)                  \
  HPCAST_INTERPOSE(void, name, void) {          \
    blocked_on(nullptr, [] { real_##name(); }); \
  }
HPCAST_TASK_WAIT(GOMP_taskwait)
HPCAST_TASK_WAIT(GOMP_taskgroup_end)
