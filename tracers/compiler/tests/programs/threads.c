// argv[1] says what happens: each is one way for threads to start, wait or end.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long work[4096];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int ends[2];
static int ready;

static void touch(int n) {
  for (int i = 0; i < n; ++i) work[i & 4095] += 1;
}

static void *wait_at_barrier(void *unused) {
  for (int i = 0; i < 10; ++i) {
    touch(100);
    pthread_barrier_wait(&barrier);
  }
  return unused;
}
static void *wait_for_condition(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void *read_pipe(void *unused) {
  char c;
  if (read(ends[0], &c, 1) != 1) abort();
  touch(10);
  return unused;
}
static void *post(void *unused) {
  touch(10);
  sem_post(&semaphore);
  return unused;
}
static void *leave_early(void *unused) {
  touch(100);
  pthread_exit(unused);
}
static void *exit_process(void *unused) {
  touch(100);
  exit(5);
  return unused;
}
static void *spin(void *unused) {
  for (;;) touch(100);
  return unused;
}

static pthread_t start(void *(*routine)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, routine, NULL) != 0) abort();
  return thread;
}

static sigjmp_buf back;
static void on_alarm(int signal) {
  (void)signal;
  touch(10);
  siglongjmp(back, 1);
}
static volatile int ticks;
static void on_tick(int signal) {
  (void)signal;
  touch(3);
  ++ticks;
}
static void every_microseconds(int microseconds) {
  struct timeval interval = {0, microseconds};
  struct itimerval timer = {interval, interval};
  setitimer(ITIMER_REAL, &timer, NULL);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "barrier") == 0) {
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_t a = start(wait_at_barrier), b = start(wait_at_barrier);
    wait_at_barrier(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
  } else if (strcmp(what, "condition") == 0) {
    pthread_t a = start(wait_for_condition);
    usleep(20000);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
  } else if (strcmp(what, "pipe") == 0) {
    if (pipe(ends) != 0) abort();
    pthread_t a = start(read_pipe);
    touch(1000);
    if (write(ends[1], "x", 1) != 1) abort();
    pthread_join(a, NULL);
  } else if (strcmp(what, "semaphore") == 0) {
    sem_init(&semaphore, 0, 0);
    pthread_t a = start(post);
    sem_wait(&semaphore);
    pthread_join(a, NULL);
  } else if (strcmp(what, "pthread_exit") == 0) {
    pthread_t a = start(leave_early);
    pthread_join(a, NULL);
    start(leave_early);
    pthread_exit(NULL);
  } else if (strcmp(what, "cancel") == 0) {
    if (pipe(ends) != 0) abort();
    pthread_t a = start(read_pipe);
    usleep(10000);
    pthread_cancel(a);
    pthread_join(a, NULL);
  } else if (strcmp(what, "exit_in_thread") == 0) {
    pthread_join(start(exit_process), NULL);
  } else if (strcmp(what, "exit_beside_threads") == 0) {
    start(spin);
    usleep(20000);
    return 4;
  } else if (strcmp(what, "_exit") == 0) {
    touch(100);
    _exit(6);
  } else if (strcmp(what, "abort") == 0) {
    touch(100);
    abort();
  } else if (strcmp(what, "kill") == 0) {
    touch(12345);
    raise(SIGKILL);
  } else if (strcmp(what, "many") == 0) {
    for (int i = 0; i < 500; ++i) pthread_join(start(leave_early), NULL);
  } else if (strcmp(what, "signals") == 0) {
    signal(SIGALRM, on_tick);
    every_microseconds(50);
    while (ticks < 2000) touch(1000);
    every_microseconds(0);
  } else if (strcmp(what, "siglongjmp") == 0) {
    signal(SIGALRM, on_alarm);
    volatile int jumps = 0;
    sigsetjmp(back, 1);
    if (++jumps < 300) {
      every_microseconds(50);
      for (;;) touch(1000);
    }
    every_microseconds(0);
    work[0] = 0;
    touch(4096);
  } else if (strcmp(what, "fork") == 0) {
    pid_t child = fork();
    if (child == 0) {
      touch(100000);
      pthread_join(start(leave_early), NULL);
      exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 0) abort();
    touch(10);
  } else if (strcmp(what, "fork_exec") == 0) {
    pid_t child = fork();
    if (child == 0) execl(argv[0], argv[0], "barrier", NULL);
    int status;
    waitpid(child, &status, 0);
    if (status != 0) abort();
  } else if (strcmp(what, "exec") == 0) {
    touch(10);
    execl(argv[0], argv[0], "barrier", NULL);
  }
  puts("done");
  return 0;
}
