// Mutexes, conditions, read-write locks, spin locks, barriers and semaphores of pthreads.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "interpose.h"
#include "sync.h"

using namespace hpcast::tracer;

// A call that may block and, when it returns 0 (or `also`), has got the object.
#define HPCAST_TAKE(name, object, also, got, parameters, arguments)              \
  HPCAST_INTERPOSE(int, name, HPCAST_UNPACK parameters) {                        \
    const int error = blocked_on(object, [&] { return real_##name arguments; }); \
    if (error == 0 || error == also) got(object);                                \
    return error;                                                                \
  }
// A call that never blocks and gets the object when it returns 0 (or `also`).
#define HPCAST_TRY(name, object, also, got, parameters, arguments) \
  HPCAST_INTERPOSE(int, name, HPCAST_UNPACK parameters) {          \
    const int error = real_##name arguments;                       \
    if (error == 0 || error == also) got(object);                  \
    return error;                                                  \
  }
// A call that lets the object go.
#define HPCAST_RELEASE(name, object, parameters, arguments) \
  HPCAST_INTERPOSE(int, name, HPCAST_UNPACK parameters) {   \
    releasing(object);                                      \
    return real_##name arguments;                           \
  }
// A wait on a condition, for the first signal after it has begun: the mutex is let go and taken
// again.
#define HPCAST_CONDITION(name, parameters, arguments)                               \
  HPCAST_INTERPOSE(int, name, HPCAST_UNPACK parameters) {                           \
    const std::uint64_t before = signals_of(condition);                             \
    releasing(mutex);                                                               \
    const int error = blocked_on(condition, [&] { return real_##name arguments; }); \
    if (error == 0) passed_behind(condition, before);                               \
    locked(mutex);                                                                  \
    return error;                                                                   \
  }

HPCAST_TRY(pthread_mutex_trylock, mutex, EOWNERDEAD, locked, (pthread_mutex_t * mutex), (mutex))
// Uncontended, the usual case: nothing is marked as blocked.
HPCAST_INTERPOSE(int, pthread_mutex_lock, pthread_mutex_t* mutex) {
  int error = real_pthread_mutex_trylock(mutex);
  if (error == EBUSY) error = blocked_on(mutex, [&] { return real_pthread_mutex_lock(mutex); });
  if (error == 0 || error == EOWNERDEAD) locked(mutex);
  return error;
}
HPCAST_TAKE(pthread_mutex_timedlock, mutex, EOWNERDEAD, locked,
            (pthread_mutex_t * mutex, const timespec* until), (mutex, until))
HPCAST_TAKE(pthread_mutex_clocklock, mutex, EOWNERDEAD, locked,
            (pthread_mutex_t * mutex, clockid_t clock, const timespec* until),
            (mutex, clock, until))
HPCAST_RELEASE(pthread_mutex_unlock, mutex, (pthread_mutex_t * mutex), (mutex))

HPCAST_RELEASE(pthread_cond_signal, condition, (pthread_cond_t * condition), (condition))
HPCAST_RELEASE(pthread_cond_broadcast, condition, (pthread_cond_t * condition), (condition))
HPCAST_CONDITION(pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t* mutex),
                 (condition, mutex))
HPCAST_CONDITION(pthread_cond_timedwait,
                 (pthread_cond_t * condition, pthread_mutex_t* mutex, const timespec* until),
                 (condition, mutex, until))
HPCAST_CONDITION(pthread_cond_clockwait,
                 (pthread_cond_t * condition, pthread_mutex_t* mutex, clockid_t clock,
                  const timespec* until),
                 (condition, mutex, clock, until))

HPCAST_TAKE(pthread_rwlock_rdlock, lock, 0, passed, (pthread_rwlock_t * lock), (lock))
HPCAST_TAKE(pthread_rwlock_wrlock, lock, 0, passed, (pthread_rwlock_t * lock), (lock))
HPCAST_TAKE(pthread_rwlock_timedrdlock, lock, 0, passed,
            (pthread_rwlock_t * lock, const timespec* until), (lock, until))
HPCAST_TAKE(pthread_rwlock_timedwrlock, lock, 0, passed,
            (pthread_rwlock_t * lock, const timespec* until), (lock, until))
HPCAST_TRY(pthread_rwlock_tryrdlock, lock, 0, passed, (pthread_rwlock_t * lock), (lock))
HPCAST_TRY(pthread_rwlock_trywrlock, lock, 0, passed, (pthread_rwlock_t * lock), (lock))
HPCAST_RELEASE(pthread_rwlock_unlock, lock, (pthread_rwlock_t * lock), (lock))

HPCAST_TAKE(pthread_spin_lock, lock, 0, locked, (pthread_spinlock_t * lock), (lock))
HPCAST_TRY(pthread_spin_trylock, lock, 0, locked, (pthread_spinlock_t * lock), (lock))
HPCAST_RELEASE(pthread_spin_unlock, lock, (pthread_spinlock_t * lock), (lock))

HPCAST_TAKE(sem_wait, semaphore, 0, passed, (sem_t * semaphore), (semaphore))
HPCAST_TAKE(sem_timedwait, semaphore, 0, passed, (sem_t * semaphore, const timespec* until),
            (semaphore, until))
HPCAST_TAKE(sem_clockwait, semaphore, 0, passed,
            (sem_t * semaphore, clockid_t clock, const timespec* until), (semaphore, clock, until))
HPCAST_TRY(sem_trywait, semaphore, 0, passed, (sem_t * semaphore), (semaphore))
HPCAST_RELEASE(sem_post, semaphore, (sem_t * semaphore), (semaphore))

HPCAST_INTERPOSE(int, pthread_barrier_init, pthread_barrier_t* barrier,
                 const pthread_barrierattr_t* attributes, unsigned parties) {
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) pthread_barrierattr_getpshared(attributes, &shared);
  if (attached()) {
    SyncObject& object = sync_object(barrier);
    // Who else comes to one that processes share is not counted here.
    object.parties.store(shared == PTHREAD_PROCESS_PRIVATE ? parties : 0);
    object.base.store(object.count.load());
  }
  return real_pthread_barrier_init(barrier, attributes, parties);
}

HPCAST_INTERPOSE(int, pthread_barrier_wait, pthread_barrier_t* barrier) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return real_pthread_barrier_wait(barrier);
  SyncObject& object = sync_object(barrier);
  const std::uint64_t parties = object.parties.load();
  const std::uint64_t arrival = signal_object(*thread, object) - object.base.load();
  const std::uint64_t full =
      parties == 0 ? 0 : object.base.load() + (arrival / parties + 1) * parties;
  const int result =
      blocked_on(awaited(object, full), [&] { return real_pthread_barrier_wait(barrier); });
  if (full != 0) wait_for(*thread, object, full);
  return result;
}
