// Two threads through three phases; the second one follows the first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "hpcast.h"

static volatile long a[1024], b[1024];
static atomic_int stop;

static void *follow(void *unused) {
  while (!stop)
    for (int i = 0; i < 1024; ++i) b[i] = i;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, follow, NULL);
  hpcast_phase("first");
  for (int i = 0; i < 100000; ++i) a[i & 1023] = i;
  hpcast_phase("second");
  for (int i = 0; i < 200000; ++i) a[i & 1023] = i;
  hpcast_phase("first");
  for (int i = 0; i < 100000; ++i) a[i & 1023] = i;
  stop = 1;
  pthread_join(thread, NULL);
  puts("done");
  return 0;
}
