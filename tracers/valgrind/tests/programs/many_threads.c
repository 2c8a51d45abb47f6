// many_threads N: that many threads at a time, besides the first. Exits with 3.
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t all;
static void *meet(void *unused) {
  pthread_barrier_wait(&all);
  return unused;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  const int n = atoi(arguments[1]);
  pthread_t *const threads = calloc((size_t)n, sizeof *threads);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_barrier_init(&all, NULL, (unsigned)n);
  for (int i = 0; i < n; ++i)
    if (pthread_create(&threads[i], &small, meet, NULL) != 0) return 1;
  for (int i = 0; i < n; ++i) pthread_join(threads[i], NULL);
  return 3;
}
