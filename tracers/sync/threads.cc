// Creation and joining of threads.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "interpose.h"
#include "sync.h"

using namespace hpcast::tracer;

namespace {

void* run_thread(void* reserved) {
  Thread& thread = *static_cast<Thread*>(reserved);
  void* (*const routine)(void*) = thread.routine;
  void* const argument = thread.argument;
  begin_thread(thread);
  acquire_object(thread, sync_object(creation_of(thread)));
  return routine(argument);
}

int run_c11_thread(void* reserved) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(run_thread(reserved)));
}

// Whoever joins a thread waits for all that a thread of this handle has signalled at its end.
const void* end_of(pthread_t handle) { return reinterpret_cast<const void*>(handle); }

Awaited last_end_of(pthread_t handle) {
  if (current_thread() == nullptr) return {};
  const SyncObject& object = sync_object(end_of(handle));
  return awaited(object, object.parties.load());
}

// `untraced`, `traced`: the library's call, of the program's routine or of ours.
template <class Untraced, class Traced>
int create_thread(pthread_t& handle, void* (*routine)(void*), void* argument, Untraced&& untraced,
                  Traced&& traced) {
  Thread* const child = attached() ? reserve_thread() : nullptr;
  if (child == nullptr) return untraced();
  child->routine = routine;
  child->argument = argument;
  SyncObject& creation = sync_object(creation_of(*child));
  if (Thread* const parent = current_thread()) signal_object(*parent, creation);
  const int error = traced(child);
  if (error != 0)
    abandon_thread(*child);
  else
    sync_object(end_of(handle)).parties.fetch_add(1);
  return error;
}

}  // namespace

HPCAST_INTERPOSE(int, pthread_create, pthread_t* handle, const pthread_attr_t* attributes,
                 void* (*routine)(void*), void* argument) {
  return create_thread(
      *handle, routine, argument,
      [&] { return real_pthread_create(handle, attributes, routine, argument); },
      [&](Thread* child) { return real_pthread_create(handle, attributes, run_thread, child); });
}
// glibc's thrd_t is a pthread_t, and it calls a thrd_start_t just so.
HPCAST_INTERPOSE(int, thrd_create, thrd_t* handle, thrd_start_t routine, void* argument) {
  return create_thread(
      *handle, reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(routine)), argument,
      [&] { return real_thrd_create(handle, routine, argument); },
      [&](Thread* child) { return real_thrd_create(handle, run_c11_thread, child); });
}

#define HPCAST_JOIN(name, parameters, arguments)                                              \
  HPCAST_INTERPOSE(int, name, HPCAST_UNPACK parameters) {                                     \
    const int error = blocked_on(last_end_of(handle), [&] { return real_##name arguments; }); \
    if (error == 0) passed(end_of(handle));                                                   \
    return error;                                                                             \
  }

HPCAST_JOIN(pthread_join, (pthread_t handle, void** result), (handle, result))
HPCAST_JOIN(thrd_join, (thrd_t handle, int* result), (handle, result))
HPCAST_JOIN(pthread_tryjoin_np, (pthread_t handle, void** result), (handle, result))
HPCAST_JOIN(pthread_timedjoin_np, (pthread_t handle, void** result, const timespec* until),
            (handle, result, until))
