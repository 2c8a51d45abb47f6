// Synchronisation as events: signal and wait on objects that count (record.h).
//
// This folder stands in for the entry points of pthreads and of the OpenMP runtimes inside the
// traced program, whichever tracer writes the events. A tracer brings three headers of its own:
// thread.h   struct Thread with {slot, team, routine, argument, in_library}; current_thread(), null
//            where it is not traced; HPCAST_EXPORT, HPCAST_TLS
// events.h   put_event(); drain(), called before what others may rely on; settle() and resume(),
//            before and after the thread is in a call that may block; begin_library_call(), before
//            settle() where that call also works for the program
// process.h  attached(), ranks(), reserve_thread(), begin_thread(), abandon_thread(), creation_of()
#pragma once

#include <atomic>
#include <cstdint>

#include "events.h"
#include "process.h"

namespace hpcast::tracer {

// A parallel region as one of its threads sees it.
struct Team {
  Team* outer = nullptr;
  struct SyncObject* barrier = nullptr;
  std::uint64_t barrier_base = 0;  // of the barrier's counter when the region began
  std::uint64_t generation = 0;    // barriers this thread has passed in the region
  unsigned threads = 1;
};

// The counter of one object. Objects are never given up: an address used again goes on counting.
struct SyncObject {
  std::atomic<std::uint64_t> key;  // address, or creation_of(); 0: unused
  std::atomic<std::uint64_t> count;
  std::atomic<std::uint32_t> last_signaller;  // thread number + 1
  std::atomic<std::uint32_t> parties;         // of a barrier; of a handle: threads that had it
  std::atomic<std::uint64_t> base;            // of a barrier: count when it was initialised
};

bool make_sync_table();

// When the table is full, objects share a counter: more is ordered than need be, never less.
SyncObject& sync_object(std::uint64_t key);
inline SyncObject& sync_object(const volatile void* address) {
  return sync_object(reinterpret_cast<std::uint64_t>(address));
}

// The thread lets those pass who wait for the object; returns the count before.
std::uint64_t signal_object(Thread& thread, SyncObject& object);
// The thread could go on because the object had reached `count`.
void wait_for(Thread& thread, SyncObject& object, std::uint64_t count);
// The thread got what others let go: by now there had been `count` signals.
void get_from(Thread& thread, SyncObject& object, std::uint64_t count);
// The thread got what the last signaller let go. Nothing is written where that was itself.
void acquire_object(Thread& thread, SyncObject& object);
// The thread alone holds it, until it signals it.
void lock_object(Thread& thread, SyncObject& object);

// What a thread that may block waits for, as ThreadSlot has it: an object and, where known, the
// count that its wait will name.
struct Awaited {
  std::uint64_t object = 0;
  std::uint64_t count = 0;
};
inline Awaited awaited(const SyncObject& object, std::uint64_t count) {
  return {object.key.load(std::memory_order_relaxed), count};
}
inline void mark_blocked(Thread& thread, const Awaited& awaited) {
  settle(thread);  // whoever waits for this thread looks at it
  thread.slot->blocked_on.store(awaited.object, std::memory_order_relaxed);
  thread.slot->blocked_until.store(awaited.count, std::memory_order_relaxed);
  thread.slot->state.store(ThreadState::blocked, std::memory_order_release);
}
inline void mark_running(Thread& thread) {
  resume(thread);
  thread.slot->state.store(ThreadState::running, std::memory_order_release);
}

// The thread is in a call that may block, for as long as this lives. May be nested.
class Blocked {
 public:
  Blocked(Thread& thread, const Awaited& what)
      : thread_(thread),
        slot_(settled_slot(thread)),
        outer_(slot_.state.load(relaxed)),
        outer_awaited_{slot_.blocked_on.load(relaxed), slot_.blocked_until.load(relaxed)} {
    mark_blocked(thread, what);
  }
  ~Blocked() {
    slot_.blocked_on.store(outer_awaited_.object, relaxed);
    slot_.blocked_until.store(outer_awaited_.count, relaxed);
    if (outer_ == ThreadState::running)
      mark_running(thread_);
    else
      slot_.state.store(outer_, std::memory_order_release);
  }
  Blocked(const Blocked&) = delete;
  Blocked& operator=(const Blocked&) = delete;

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;
  // Whose state is the thread's own again: one that spun counts as blocked until it has settled.
  static reftrace::ThreadSlot& settled_slot(Thread& thread) {
    settle(thread);
    return *thread.slot;
  }
  Thread& thread_;
  reftrace::ThreadSlot& slot_;
  ThreadState outer_;
  Awaited outer_awaited_;
};

// f() with the thread, if traced, marked as blocked.
template <class F>
auto blocked_on(const Awaited& what, F&& f) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return f();
  const Blocked blocked(*thread, what);
  return f();
}
template <class F>
auto blocked_on(const volatile void* object, F&& f) {
  return blocked_on(Awaited{reinterpret_cast<std::uint64_t>(object), 0}, f);
}

// The thread is in a call of a library that waits, for as long as this lives. Locks that it takes
// there are not told: it takes them again and again for as long as it looks whether something has
// come, and who reads its stream would have nothing else to do.
class InLibrary {
 public:
  explicit InLibrary(Thread& thread) : thread_(thread), outer_(thread.in_library) {
    thread.in_library = true;
  }
  ~InLibrary() { thread_.in_library = outer_; }
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;

 private:
  Thread& thread_;
  bool outer_;
};

// Who tells of locks and semaphores; null: nobody.
inline Thread* teller() {
  Thread* const thread = current_thread();
  return thread == nullptr || thread->in_library ? nullptr : thread;
}

// The two halves of anything that excludes everybody else: locks, and what comes in a given order.
inline void locked(const volatile void* object) {
  if (Thread* const thread = teller()) lock_object(*thread, sync_object(object));
}
inline void acquired(const volatile void* object) {
  if (Thread* const thread = teller()) acquire_object(*thread, sync_object(object));
}
// What several may hold or post at once: all signals so far count, the thread's own last one too.
inline void passed(const volatile void* object) {
  Thread* const thread = teller();
  if (thread == nullptr) return;
  SyncObject& entry = sync_object(object);
  const std::uint64_t count = entry.count.load();
  if (count != 0) get_from(*thread, entry, count);
}
// What one waits for that comes after so many signals. None has come where it woke by itself.
inline std::uint64_t signals_of(const volatile void* object) {
  return teller() == nullptr ? 0 : sync_object(object).count.load();
}
inline void passed_behind(const volatile void* object, std::uint64_t before) {
  Thread* const thread = teller();
  if (thread == nullptr) return;
  SyncObject& entry = sync_object(object);
  if (entry.count.load() > before) wait_for(*thread, entry, before + 1);
}
inline void releasing(const volatile void* object) {
  if (Thread* const thread = teller()) signal_object(*thread, sync_object(object));
}

}  // namespace hpcast::tracer
