// Regions that the program names: nested, in two threads, left by longjmp, more than have a place.
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "hpcast.h"

static jmp_buf out;
static volatile long a[64];

static void work(int n) {
  for (int i = 0; i < n; ++i) a[i & 63] = i;
}

static void *inner(void *argument) {
  hpcast_region_begin("thread");
  work(10);
  hpcast_region_end("thread");
  return argument;
}

__attribute__((noinline)) static void jump(int depth) {
  work(1);
  if (depth == 0) longjmp(out, 1);
  if (a[0] >= 0) jump(depth - 1);
  work(1);
}

__attribute__((noinline)) static void catch_jump(void) {
  if (setjmp(out) == 0) jump(2);
  work(1);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "many") == 0) {
    for (int i = 0; i < 5000; ++i) {
      char name[32];
      sprintf(name, "region %d", i);
      hpcast_region_begin(name);
      hpcast_region_end(name);
    }
    return 0;
  }
  pthread_t thread;
  hpcast_region_begin("outer");
  pthread_create(&thread, NULL, inner, NULL);
  for (int i = 0; i < 3; ++i) {
    hpcast_region_begin("inner ü");
    work(100);
    hpcast_region_end("inner ü");
  }
  hpcast_region_end("never begun");
  hpcast_region_begin("never ended");
  hpcast_region_end("outer");
  pthread_join(thread, NULL);
  catch_jump();
  puts("done");
  return 0;
}
