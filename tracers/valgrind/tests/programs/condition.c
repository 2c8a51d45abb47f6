/* condition HOW N: a thread waits for a condition, then works N steps of 1.9 ns on an i7-7700K; the
   main thread works as many before it tells of it, by a signal or a broadcast. Other signals came
   before anybody waited. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waits, ready;
static long steps;

static double work(void) {
  volatile double result = 0;
  double x = 1;
  for (long i = 0; i < steps; ++i) x = x * 0.999999 + 1e-9;
  result = x;
  return result;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
  waits = 1;
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  static double x;
  x = work();
  return unused == NULL ? &x : NULL;
}

static int second_waits(void) {
  pthread_mutex_lock(&mutex);
  const int result = waits;
  pthread_mutex_unlock(&mutex);
  return result;
}

int main(int argc, char **argv) {
  if (argc != 3) return 1;
  steps = atol(argv[2]);
  for (int i = 0; i < 5; ++i) pthread_cond_signal(&condition);
  pthread_t thread;
  if (pthread_create(&thread, NULL, second, NULL) != 0) return 1;
  while (!second_waits()) usleep(1000);
  const double x = work();
  pthread_mutex_lock(&mutex);
  ready = 1;
  if (argv[1][0] == 's')
    pthread_cond_signal(&condition);
  else
    pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  printf("%g\n", x);
  return 0;
}
