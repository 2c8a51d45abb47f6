// waiting WHAT STATUS: threads that wait for each other in the way that WHAT says. Prints a number
// that does not depend on who came first, and returns STATUS.
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { places = 8192, most_threads = 64 };
static long work[most_threads][places];
static long total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void fail(const char *what) {
  perror(what);
  exit(99);
}

// Some thousand references on memory of the thread's own.
static long compute(long thread, long n) {
  long *const mine = work[thread % most_threads];
  for (long i = 0; i < n; ++i) mine[i * 7 % places] += i;
  return mine[0] % 2 + n;
}

static void run_threads(long count, void *(*routine)(void *)) {
  pthread_t threads[most_threads];
  for (long i = 0; i < count; ++i)
    if (pthread_create(&threads[i], NULL, routine, (void *)i) != 0) fail("pthread_create");
  for (long i = 0; i < count; ++i) pthread_join(threads[i], NULL);
}

// Threads that follow each other find what the one before has left in their core's caches.
static void *read_again(void *number) {
  (void)number;
  total += compute(0, 3000);
  return NULL;
}
static void one_after_another(void) {
  for (int i = 0; i < 40; ++i) run_threads(1, read_again);
}

static void *lock_and_add(void *number) {
  for (long i = 0; i < 300; ++i) {
    compute((long)number, 50);
    pthread_mutex_lock(&mutex);
    total += i;
    compute(most_threads - 1, 20);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

// A bounded queue: thread 0 fills it, the others empty it.
enum { queue_room = 4, items = 600, consumers = 3 };
static long queued, produced, consumed;
static void *produce_or_consume(void *number) {
  for (;;) {
    compute((long)number, 40);
    pthread_mutex_lock(&mutex);
    if (number == NULL) {
      while (queued == queue_room) pthread_cond_wait(&changed, &mutex);
      ++queued;
      ++produced;
    } else {
      while (queued == 0 && produced < items) pthread_cond_wait(&changed, &mutex);
      if (queued > 0) {
        --queued;
        total += ++consumed;
      }
    }
    const int over = produced == items && (number == NULL || queued == 0);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    if (over) return NULL;
  }
}

static pthread_barrier_t barrier;
static void *meet(void *number) {
  for (long i = 0; i < 40; ++i) {
    compute((long)number, 100 * ((long)number % 3 + 1));
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) ++total;
  }
  return NULL;
}

static void meet_at_barrier(long threads) {
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  run_threads(threads, meet);
}

static void openmp(void) {
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 40; ++i) {
    const long thread = omp_get_thread_num();
    compute(thread, 100 * (thread + 1));
#pragma omp barrier
#pragma omp critical
    {
      compute(most_threads - 1, 20);
#pragma omp atomic
      total += i;
    }
#pragma omp for schedule(dynamic, 5)
    for (int j = 0; j < 50; ++j) {
      compute(thread, 10);
#pragma omp atomic
      total += j;
    }
#pragma omp single
    ++total;
  }
}

static int there[2], back[2];
static void *answer(void *unused) {
  long value;
  while (read(there[0], &value, sizeof value) == sizeof value && value >= 0) {
    compute(1, 200);
    ++value;
    if (write(back[1], &value, sizeof value) != sizeof value) fail("write");
  }
  return unused;
}
static void pipes(void) {
  if (pipe(there) != 0 || pipe(back) != 0) fail("pipe");
  pthread_t other;
  if (pthread_create(&other, NULL, answer, NULL) != 0) fail("pthread_create");
  for (long i = 0; i < 300; ++i) {
    long value = i;
    compute(0, 200);
    if (write(there[1], &value, sizeof value) != sizeof value) fail("write");
    if (read(back[0], &value, sizeof value) != sizeof value) fail("read");
    total += value;
  }
  const long over = -1;
  if (write(there[1], &over, sizeof over) != sizeof over) fail("write");
  pthread_join(other, NULL);
}

static atomic_long turn;
static void *take_turns(void *number) {
  for (long i = 0; i < 200; ++i) {
    while (atomic_load(&turn) != i * 3 + (long)number) sched_yield();
    compute((long)number, 100);
    total += i;
    atomic_fetch_add(&turn, 1);
  }
  return NULL;
}

// Waits for its children, each of which is a team of its own.
static void *team(void *number) {
#pragma omp parallel num_threads(2) reduction(+ : total)
  total += compute((long)number * 2 + omp_get_thread_num(), 500) >= 500;
  return NULL;
}
static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const long outer = omp_get_thread_num();
#pragma omp parallel num_threads(3)
    compute(outer * 3 + omp_get_thread_num(), 500);
#pragma omp critical
    total += 10;
  }
  for (int i = 0; i < 5; ++i) run_threads(1, team);
}

static void *live_shortly(void *number) {
  __atomic_fetch_add(&total, compute((long)number, 30) >= 30, __ATOMIC_SEQ_CST);
  return NULL;
}
static void short_lived(void) {
  for (int i = 0; i < 110; ++i) run_threads(10, live_shortly);
}

int main(int argc, char **argv) {
  if (argc != 3) return 98;
  const char *what = argv[1];
  if (strcmp(what, "one_after_another") == 0) one_after_another();
  if (strcmp(what, "mutex") == 0) run_threads(4, lock_and_add);
  if (strcmp(what, "condition") == 0) run_threads(1 + consumers, produce_or_consume);
  if (strcmp(what, "barrier") == 0) meet_at_barrier(3);
  if (strcmp(what, "openmp") == 0) openmp();
  if (strcmp(what, "pipe") == 0) pipes();
  if (strcmp(what, "spin") == 0) run_threads(3, take_turns);
  if (strcmp(what, "nested") == 0) nested();
  if (strcmp(what, "crowd") == 0) meet_at_barrier(24);
  if (strcmp(what, "short_lived") == 0) short_lived();
  printf("%s: %ld\n", what, total);
  return atoi(argv[2]);
}
