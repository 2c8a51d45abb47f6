/* Two threads, of which one waits for the other by looking at a flag. spin CASE CHUNKS FIRST SECOND
   MILLISECONDS: the first thread works FIRST thousand additions a chunk, and sleeps so long before
   it tells of the first one; the second one works SECOND thousand on each when it is told. */
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
  else
    atomic_store_explicit(&turn, chunk + 1, memory_order_release);
}
static void wait_for(const char *kind, int chunk) {
  if (*kind == 'f') {
    take_flag();
  } else if (*kind == 'c') { /* counter */
    while (atomic_load_explicit(&turn, memory_order_acquire) <= chunk) pause_once();
  } else { /* bare */
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

int main(int argc, char **argv) {
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
