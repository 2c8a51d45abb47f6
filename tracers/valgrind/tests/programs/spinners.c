/* Threads that wait for each other by looking at flags: spinners KIND UNITS. A chunk is UNITS
   thousand additions; how many there are one after the other, and how many in all, valgrind_test.sh
   knows of each kind. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_threads = 16, line = 64 };
static int units;
static struct { _Alignas(line) long sum; } sinks[most_threads];
static volatile int flag, other_flag, stop;
static _Alignas(line) volatile int turn;

/* Additions that wait for each other. */
static void work_quarters(int thread, int quarters) {
  long sum = sinks[thread].sum;
  for (long i = 0; i < quarters * units * 25L; ++i)
    __asm__ volatile(
        "add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n"
        "add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n"
        : "+r"(sum));
  sinks[thread].sum = sum;
}
static void work(int thread, int chunks) { work_quarters(thread, 4 * chunks); }
static void pause_once(void) { __asm__ volatile("pause"); }
/* Until those who spin do. */
static void wait_a_little(void) { usleep(30000); }

static pthread_t start(void *(*routine)(void *), long argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, routine, (void *)argument) != 0) exit(1);
  return thread;
}

/* One after the other. */
static int threads, rounds;
static void *take_turns(void *argument) {
  const int me = (int)(long)argument;
  for (int i = 0; i < rounds; ++i) {
    const int mine = i * threads + me;
    while (turn != mine) {
    }
    if (turn == 0) wait_a_little();
    work(me, 1);
    turn = mine + 1;
  }
  return NULL;
}
static void turns(int of, int how_often) {
  pthread_t all[most_threads];
  threads = of, rounds = how_often;
  for (int i = 1; i < of; ++i) all[i] = start(take_turns, i);
  take_turns((void *)0);
  for (int i = 1; i < of; ++i) pthread_join(all[i], NULL);
}

/* A call that blocks between the spin and the work. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int signalled;
static void block(const char *kind) {
  if (strcmp(kind, "sleep") == 0) usleep(1000);
  if (strcmp(kind, "semaphore") == 0) sem_wait(&semaphore);
  if (strcmp(kind, "mutex") == 0) pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex);
  if (strcmp(kind, "condition") == 0) {
    pthread_mutex_lock(&mutex);
    while (!signalled) pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
  }
}
static void *spin_block_work(void *kind) {
  while (!flag) {
  }
  block(kind);
  work(1, 1);
  return NULL;
}
static void blocking(const char *kind) {
  sem_init(&semaphore, 0, 0);
  const pthread_t thread = start(spin_block_work, (long)kind);
  wait_a_little();
  work(0, 1);
  flag = 1;
  wait_a_little();
  pthread_mutex_lock(&mutex);
  signalled = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  sem_post(&semaphore);
  pthread_join(thread, NULL);
}
static void *work_and_set(void *unused) {
  (void)unused;
  wait_a_little();
  work(1, 1);
  flag = 1;
  return NULL;
}
static void join(void) {
  const pthread_t thread = start(work_and_set, 0);
  while (!flag) {
  }
  pthread_join(thread, NULL);
  work(0, 1);
}

/* Loops of several superblocks. */
static void *wait_for_one_of_two(void *unused) {
  (void)unused;
  while (!flag && !other_flag) {
  }
  work(1, 1);
  return NULL;
}
static void *wait_for_two_with_pauses(void *unused) {
  (void)unused;
  do pause_once();
  while (!flag || !other_flag);
  work(1, 1);
  return NULL;
}
static void two_flags(void *(*wait)(void *)) {
  const pthread_t thread = start(wait, 0);
  wait_a_little();
  work(0, 1);
  other_flag = 1;
  if (wait == wait_for_two_with_pauses) flag = 1;
  pthread_join(thread, NULL);
}
/* GCC gives the inner loop two superblocks. */
static void *follow(void *last) {
  for (long i = 1; i <= 5; ++i) {
    if (last != NULL)
      while (flag < i) {
      }
    work(1, 1);
    usleep(0);
  }
  return NULL;
}
static void peeled(void) {
  const pthread_t thread = start(follow, 1);
  for (int i = 1; i <= 5; ++i) {
    work(0, 1);
    if (i == 1) wait_a_little();
    flag = i;
  }
  pthread_join(thread, NULL);
}

/* Steps in an order by chance, each of one thread, which waits for some steps of others before, in
   different ways, and goes through calls. Says how many chunks wait for each other, and how many
   there are. */
enum { most_steps = 150, graph_threads = 4 };
static struct { int thread, chunks, before[2], how, call; } steps[most_steps];
static struct { _Alignas(line) atomic_int is; } done[most_steps];
static void make_steps(unsigned seed) {
  srand(seed);
  int ends[most_steps], last[graph_threads] = {0}, critical = 0, all = 0;
  for (int i = 0; i < most_steps; ++i) {
    const int thread = steps[i].thread = rand() % graph_threads;
    int begin = last[thread];
    for (int b = 0; b < 2; ++b) {
      const int before = steps[i].before[b] = i - 1 - rand() % 20;
      if (before >= 0 && ends[before] > begin) begin = ends[before];
    }
    steps[i].chunks = 1 + rand() % 8, steps[i].how = rand() % 4, steps[i].call = rand() % 4;
    ends[i] = last[thread] = begin + steps[i].chunks;
    if (ends[i] > critical) critical = ends[i];
    all += steps[i].chunks;
  }
  printf("%d %d\n", critical, all);
}
static void wait_until_done(int step, int how) {
  if (how == 0)
    while (!atomic_load_explicit(&done[step].is, memory_order_relaxed)) {
    }
  if (how == 1)
    while (!atomic_load(&done[step].is)) pause_once();
  if (how == 2)
    while (!atomic_load(&done[step].is)) __sync_synchronize();
  if (how == 3)
    for (long i = 0; i < 1000000000 && !atomic_load(&done[step].is); ++i) pause_once();
}
static void ignore(int number) { (void)number; }
static void *take_steps(void *thread) {
  for (int i = 0; i < most_steps; ++i) {
    if (steps[i].thread != (int)(long)thread) continue;
    for (int b = 0; b < 2; ++b)
      if (steps[i].before[b] >= 0) wait_until_done(steps[i].before[b], steps[i].how);
    if (steps[i].call == 1) usleep(10);
    if (steps[i].call == 2) pthread_kill(pthread_self(), SIGUSR1);
    work(steps[i].thread, steps[i].chunks);
    atomic_store(&done[i].is, 1);
    if (steps[i].call == 3) usleep(10);
  }
  return NULL;
}
static void graph(unsigned seed) {
  pthread_t all[graph_threads];
  make_steps(seed);
  signal(SIGUSR1, ignore);
  for (int i = 1; i < graph_threads; ++i) all[i] = start(take_steps, i);
  take_steps((void *)0);
  for (int i = 1; i < graph_threads; ++i) pthread_join(all[i], NULL);
}

/* Spins that somebody else ends. */
static void *spin_for_ever(void *unused) {
  (void)unused;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  while (!stop) {
  }
  work(1, 1);
  return NULL;
}
static void on_signal(int number) {
  (void)number;
  while (!flag) {
  }
  stop = 1;
}
/* One is cancelled, one still spins as the process ends. */
static void cancelled(void) {
  const pthread_t thread = start(spin_for_ever, 0);
  start(spin_for_ever, 0);
  wait_a_little();
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  work(0, 1);
}
static void in_handler(void) {
  signal(SIGUSR1, on_signal);
  const pthread_t thread = start(spin_for_ever, 0);
  wait_a_little();
  pthread_kill(thread, SIGUSR1);
  wait_a_little();
  work(0, 1);
  flag = 1;
  pthread_join(thread, NULL);
}

/* Who looks at what another thread counts, but never waits for it, but for the first time. */
static volatile int progress;
static volatile unsigned sequence;
static void *count_up(void *unused) {
  (void)unused;
  wait_a_little();
  for (int i = 1; i <= 5; ++i) {
    progress = i;
    work(1, 1);
  }
  return NULL;
}
static void monitor(void) {
  const pthread_t thread = start(count_up, 0);
  while (!progress) {
  }
  int sum = 0;
  for (int i = 0; i < 5; ++i) {
    sum += progress;
    wait_a_little();
  }
  sinks[0].sum += sum;
  work(0, 4);
  pthread_join(thread, NULL);
}
static void *publish(void *unused) {
  (void)unused;
  sequence = 1;
  wait_a_little();
  sequence = 2;
  for (int i = 0; i < 5; ++i) {
    work(1, 1);
    sequence = sequence + 1;
    sequence = sequence + 1;
  }
  return NULL;
}
static void sequence_lock(void) {
  const pthread_t thread = start(publish, 0);
  while (!sequence) {
  }
  for (int i = 0; i < 5; ++i) {
    while (sequence & 1) {
    }
    wait_a_little();
  }
  work(0, 4);
  pthread_join(thread, NULL);
}

/* A lock that is free but for the first time: one thread works between its locks, the other one
   when it is done with all of them. */
static _Alignas(line) atomic_int next_ticket;
static _Alignas(line) atomic_int serving;
static atomic_int is_locked;
static void lock_tickets(void) {
  const int mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {
  }
}
static void unlock_tickets(void) {
  const int mine = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, mine + 1, memory_order_release);
}
/* A queue, of those who wait (Mellor-Crummey and Scott's). */
static struct place {
  _Alignas(line) struct place *_Atomic next;
  atomic_int waits;
} places[2];
static struct place *_Atomic last_place;
static void lock_queue(struct place *mine) {
  atomic_store_explicit(&mine->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&mine->waits, 1, memory_order_relaxed);
  struct place *const before = atomic_exchange(&last_place, mine);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, mine, memory_order_release);
  while (atomic_load_explicit(&mine->waits, memory_order_acquire)) {
  }
}
static void unlock_queue(struct place *mine) {
  struct place *next = atomic_load_explicit(&mine->next, memory_order_acquire);
  struct place *last = mine;
  if (next == NULL && atomic_compare_exchange_strong(&last_place, &last, NULL)) return;
  while ((next = atomic_load_explicit(&mine->next, memory_order_acquire)) == NULL) {
  }
  atomic_store_explicit(&next->waits, 0, memory_order_release);
}
static int is_queue;
static void lock_and_unlock(int thread, int sleeps) {
  if (is_queue)
    lock_queue(&places[thread]);
  else
    lock_tickets();
  if (sleeps) {
    atomic_store(&is_locked, 1);
    wait_a_little();
  }
  ++sinks[2].sum;
  if (is_queue)
    unlock_queue(&places[thread]);
  else
    unlock_tickets();
}
static void *lock_then_work(void *unused) {
  (void)unused;
  while (!atomic_load(&is_locked)) {
  }
  for (int i = 0; i < 12; ++i) {
    lock_and_unlock(1, 0);
    work_quarters(1, 1);
  }
  work(1, 6);
  return NULL;
}
static void mostly_free(int queue) {
  is_queue = queue;
  const pthread_t thread = start(lock_then_work, 0);
  for (int i = 0; i < 12; ++i) {
    lock_and_unlock(0, i == 0);
    work(0, 1);
  }
  pthread_join(thread, NULL);
}

/* Loops that work, or that nobody can end. */
static void *stop_later(void *unused) {
  (void)unused;
  wait_a_little();
  wait_a_little();
  stop = 1;
  return NULL;
}
static unsigned long hash(void) {
  const pthread_t thread = start(stop_later, 0);
  unsigned long x = 1;
  while (!stop) {
    x = x * 5 + 1;
    x ^= x >> 3;
  }
  pthread_join(thread, NULL);
  return x;
}
static sem_t never_before_the_end;
static void *sleep_till_the_end(void *unused) {
  sem_wait(&never_before_the_end);
  return unused;
}
/* Looks a hundred times at what nobody writes, again and again. */
static int poll_among_sleepers(void) {
  const pthread_t thread = start(sleep_till_the_end, 0);
  int found = 0;
  for (int n = 0; n < units * 1000; ++n)
    for (int i = 0; i < 100; ++i) {
      if (stop) {
        ++found;
        break;
      }
      pause_once();
    }
  sem_post(&never_before_the_end);
  pthread_join(thread, NULL);
  return found;
}
static int poll_alone(void) {
  int turns_made = 0;
  for (int i = 0; i < units * 1000; ++i) {
    if (stop) break;
    ++turns_made;
    pause_once();
  }
  return turns_made;
}

/* The process waits for its child, and has another thread. */
static void *be_there(void *unused) {
  usleep(200000);
  return unused;
}
static int look_at_child(void) {
  volatile int *const shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  if (fork() == 0) {
    wait_a_little();
    *shared = 1;
    _exit(0);
  }
  const pthread_t thread = start(be_there, 0);
  while (!*shared) {
  }
  pthread_join(thread, NULL);
  return wait(NULL) < 0;
}

int main(int argc, char **argv) {
  if (argc != 3) return 1;
  const char *const kind = argv[1];
  units = atoi(argv[2]);
  if (strcmp(kind, "alone") == 0) work(0, 1);
  if (strcmp(kind, "turns2") == 0) turns(2, 30);
  if (strcmp(kind, "turns3") == 0) turns(3, 20);
  if (strcmp(kind, "turns12") == 0) turns(12, 5);
  if (strcmp(kind, "sleep") == 0 || strcmp(kind, "semaphore") == 0) blocking(kind);
  if (strcmp(kind, "mutex") == 0 || strcmp(kind, "condition") == 0) blocking(kind);
  if (strcmp(kind, "join") == 0) join();
  if (strcmp(kind, "one_of_two") == 0) two_flags(wait_for_one_of_two);
  if (strcmp(kind, "two_pauses") == 0) two_flags(wait_for_two_with_pauses);
  if (strcmp(kind, "peeled") == 0) peeled();
  if (strncmp(kind, "graph", 5) == 0) graph((unsigned)atoi(kind + 5));
  if (strcmp(kind, "cancelled") == 0) cancelled();
  if (strcmp(kind, "handler") == 0) in_handler();
  if (strcmp(kind, "hash") == 0) printf("%lu\n", hash());
  if (strcmp(kind, "monitor") == 0) monitor();
  if (strcmp(kind, "sequence_lock") == 0) sequence_lock();
  if (strcmp(kind, "ticket_lock") == 0) mostly_free(0);
  if (strcmp(kind, "queue_lock") == 0) mostly_free(1);
  if (strcmp(kind, "bounded") == 0) printf("%d\n", poll_among_sleepers());
  if (strcmp(kind, "poll") == 0) printf("%d\n", poll_alone());
  if (strcmp(kind, "processes") == 0) return look_at_child();
  return 0;
}
