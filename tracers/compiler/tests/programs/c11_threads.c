// Threads by <threads.h>: what they return reaches who joins them.
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static volatile long work[4][1024];

static int fill(void *argument) {
  const int id = *(const int *)argument;
  for (int i = 0; i < 1000; ++i) work[id][i & 1023] = i;
  return 40 + id;
}

int main(void) {
  thrd_t threads[4];
  int ids[4];
  for (int i = 0; i < 4; ++i) {
    ids[i] = i;
    if (thrd_create(&threads[i], fill, &ids[i]) != thrd_success) abort();
  }
  for (int i = 0; i < 4; ++i) {
    int result = 0;
    if (thrd_join(threads[i], &result) != thrd_success || result != 40 + i) abort();
  }
  puts("done");
  return 0;
}
