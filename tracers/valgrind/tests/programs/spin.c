/* Two threads, of which one waits for the other by looking at a flag. spin KIND CHUNKS FIRST SECOND
   MILLISECONDS: the first thread works FIRST thousand additions a chunk, and sleeps so long before
   it tells of the first one; the second one works SECOND thousand on each when it is told. Kinds:
   flag, counter (with pauses), bare (a counter without), stored (likewise, by exchanges, as
   compilers make them of atomic stores).

   spin KIND LENGTH: loops that work, though they store nothing: sum, search, list, bound (counts up
   to what lies in memory), poll (works until it is told to stop). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int chunks, first, second, milliseconds;
static volatile int flag;
static atomic_int turn;
static _Alignas(64) long sink[32];

/* Additions that wait for each other. */
static void work(int thousands, long *result) {
  long sum = *result;
  for (long i = 0; i < thousands * 100L; ++i)
    __asm__ volatile(
        "add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n"
        "add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n add $1,%0\n"
        : "+r"(sum));
  *result = sum;
}

static void pause_once(void) { __asm__ volatile("pause"); }

/* As NPB LU's pipeline: a flag that is set, waited for and taken back. */
static void set_flag(void) {
  while (flag == 1) __sync_synchronize();
  flag = 1;
}
static void take_flag(void) {
  while (flag == 0) __sync_synchronize();
  flag = 0;
}

static void tell(const char *kind, int chunk) {
  if (*kind == 'f')
    set_flag();
  else if (*kind == 's')
    atomic_store(&turn, chunk + 1);
  else
    atomic_store_explicit(&turn, chunk + 1, memory_order_release);
}
static void wait_for(const char *kind, int chunk) {
  if (*kind == 'f') {
    take_flag();
  } else if (*kind == 'c') { /* counter */
    while (atomic_load_explicit(&turn, memory_order_acquire) <= chunk) pause_once();
  } else { /* bare, stored */
    while (atomic_load_explicit(&turn, memory_order_acquire) <= chunk) {
    }
  }
}

static void *consume(void *kind) {
  for (int i = 0; i < chunks; ++i) {
    wait_for(kind, i);
    work(second, &sink[16]);
  }
  return NULL;
}

static long length;
static int stop;

static long sum(const long *a) {
  long result = 0;
  for (long i = 0; i < length; ++i) result += a[i];
  return result;
}
static long search(const long *a) {
  long i = 0;
  while (a[i] != 1) ++i;
  return i;
}
/* Each one leads to itself, but for the last. */
static long list(long *a) {
  long *p = a, **next = (long **)a;
  *next = a;
  for (long i = 0; i < length; ++i) p = *(long *volatile *)p;
  return p == a;
}
static long bound(void) {
  long i = 0;
  while (i < *(volatile long *)&length) ++i;
  return i;
}
static long poll(void) {
  unsigned long x = 27;
  while (!*(volatile int *)&stop && x != 1) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  for (long i = 0; i < length && !*(volatile int *)&stop; ++i) x = x * 5 + 1;
  return (long)x;
}
static int work_alone(const char *kind) {
  long *const a = calloc((size_t)length, sizeof *a);
  if (a == NULL) return 1;
  a[length - 1] = 1;
  long result = 0;
  if (strcmp(kind, "sum") == 0) result = sum(a);
  if (strcmp(kind, "search") == 0) result = search(a);
  if (strcmp(kind, "list") == 0) result = list(a);
  if (strcmp(kind, "bound") == 0) result = bound();
  if (strcmp(kind, "poll") == 0) result = poll();
  printf("%ld\n", result);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 3) {
    length = atol(argv[2]);
    return work_alone(argv[1]);
  }
  if (argc != 6) return 1;
  chunks = atoi(argv[2]), first = atoi(argv[3]), second = atoi(argv[4]);
  milliseconds = atoi(argv[5]);
  pthread_t consumer;
  if (pthread_create(&consumer, NULL, consume, argv[1]) != 0) return 1;
  for (int i = 0; i < chunks; ++i) {
    work(first, &sink[0]);
    if (i == 0) usleep(1000U * (unsigned)milliseconds);
    tell(argv[1], i);
  }
  pthread_join(consumer, NULL);
  printf("%ld\n", sink[0] + sink[16]);
  return 0;
}
