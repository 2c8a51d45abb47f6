/* locks THREADS TURNS HELD OUTSIDE: each thread, so many times, holds a mutex for so many steps and
   works as many as the last number says without it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static long held, outside;

static void work(long steps) {
  volatile double result = 0;
  double x = 1;
  for (long i = 0; i < steps; ++i) x = x * 0.999999 + 1e-9;
  result = x;
}

static void *thread(void *unused) {
  for (int i = 0; i < turns; ++i) {
    pthread_mutex_lock(&mutex);
    work(held);
    pthread_mutex_unlock(&mutex);
    work(outside);
  }
  return unused;
}

int main(int argc, char **argv) {
  if (argc < 5) return 1;
  const int threads = atoi(argv[1]);
  pthread_t ids[16];
  turns = atoi(argv[2]);
  held = atol(argv[3]);
  outside = atol(argv[4]);
  for (int i = 0; i < threads && i < 16; ++i) pthread_create(&ids[i], NULL, thread, NULL);
  for (int i = 0; i < threads && i < 16; ++i) pthread_join(ids[i], NULL);
  return 0;
}
