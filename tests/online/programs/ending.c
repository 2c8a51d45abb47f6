// ending HOW: prints its process id, works a while, then ends in the way that HOW says.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { places = 1 << 16 };
static volatile long work[places];

static void compute(long n) {
  for (long i = 0; i < n; ++i) work[i * 17 % places] += i;
}

static void *compute_for_ever(void *unused) {
  for (;;) compute(1000);
  return unused;
}
static void *exit_the_process(void *unused) {
  compute(1000);
  exit(5);
  return unused;
}
static void *outlive_main(void *unused) {
  usleep(20000);
  compute(1000);
  puts("outlived main");
  return unused;
}
static pthread_t start(void *(*routine)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, routine, NULL) != 0) exit(99);
  return thread;
}

// A child that computes and ends with `status`, so that the parent can pass it on.
static int fork_and_wait(int status) {
  const pid_t child = fork();
  if (child == 0) {
    compute(100000);
    exit(status);
  }
  int ended = 0;
  waitpid(child, &ended, 0);
  return WEXITSTATUS(ended);
}

// A child of which the C library does not know, each as long as its parent.
static int fork_unseen(long number, int status) {
  for (int i = 0; i < 2; ++i) {
    const long child = syscall(number, SIGCHLD, 0, 0, 0, 0);
    compute(100000);
    if (child == 0) syscall(SYS_exit_group, 0);
    waitpid((pid_t)child, NULL, 0);
  }
  compute(1000);
  return status;
}

// Over the channel's header and slots, wherever they are mapped.
static void overwrite_the_tracer(void) {
  FILE *const maps = fopen("/proc/self/maps", "r");
  char line[512];
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    if (strstr(line, "hpcast-channel") == NULL) continue;
    unsigned char *const from = (unsigned char *)strtoul(line, NULL, 16);
    for (long i = 0; i < 400000; ++i) from[i] = 0xa5;
    _exit(0);
  }
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  printf("begun %d\n", (int)getpid());
  fflush(stdout);
  compute(200000);
  if (strcmp(how, "segmentation_fault") == 0) *(volatile int *)8 = 1;
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "wild_stores") == 0) overwrite_the_tracer();
  if (strcmp(how, "fork") == 0) return fork_and_wait(4);
  if (strcmp(how, "raw_fork") == 0) return fork_unseen(SYS_fork, 4);
  if (strcmp(how, "raw_clone") == 0) return fork_unseen(SYS_clone, 4);
  if (strcmp(how, "daemon") == 0) {
    if (fork() != 0) _exit(4);
    usleep(300000);
    compute(100000);
  }
  if (strcmp(how, "exec") == 0) execl("/bin/sh", "sh", "-c", "exit 6", (char *)NULL);
  if (strcmp(how, "underscore_exit") == 0) _exit(7);
  if (strcmp(how, "exit_in_thread") == 0) pthread_join(start(exit_the_process), NULL);
  if (strcmp(how, "main_leaves_first") == 0) {
    start(outlive_main);
    pthread_exit(NULL);
  }
  if (strcmp(how, "beside_busy_threads") == 0) {
    start(compute_for_ever);
    start(compute_for_ever);
    usleep(20000);
    return 8;
  }
  if (strcmp(how, "creation_fails") == 0) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)1 << 46);  // no address space has so much room
    if (pthread_create(&thread, &attributes, compute_for_ever, NULL) == 0) exit(99);
    pthread_join(start(outlive_main), NULL);
    compute(1000);
    return 9;
  }
  if (strcmp(how, "makes_files") == 0) {
    if (system("mkdir results; echo precious >results/file") != 0) exit(99);
    compute(1000);
    return 0;
  }
  if (strcmp(how, "never") == 0) compute_for_ever(NULL);
  if (strcmp(how, "sleeping") == 0) pause();
  if (strcmp(how, "large") == 0) {
    while (access("go", F_OK) != 0) usleep(10000);
    // Addresses that do not compress.
    unsigned long state = 1;
    for (long i = 0; i < 3000000; ++i) {
      state = state * 6364136223846793005UL + 1442695040888963407UL;
      work[(state >> 40) % places] += 1;
    }
    return 9;
  }
  puts("done");
  return 3;
}
