// ranks WHAT [FILE]: one of several processes, which are told apart as MPI's are.
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#include "hpcast.h"

enum { mebibyte = 1 << 20, longs = mebibyte / sizeof(long), passes = 2 };

static int rank, ranks;

static long sum(const volatile long *a) {
  long s = 0;
  for (int i = 0; i < longs; ++i) s += a[i];
  return s;
}
static void fill(volatile long *a) {
  for (int i = 0; i < longs; ++i) a[i] = i;
}

// Memory of each process's own, at the same addresses.
static long own(void) {
  long *const a = aligned_alloc(4096, mebibyte), s = 0;
  fill(a);
  for (int i = 0; i < passes; ++i) s += sum(a);
  return s;
}

// Until rank 0 has written; and then so many references more that the reader is behind it in
// virtual time too, which nothing else orders: hpcast does not see who looks at whose memory.
static void await(const atomic_int *written) {
  while (!*written) sched_yield();
  if (rank != 0) own();
}

// Rank 0 writes a mebibyte, the others read it then; nobody returns before all have.
static long exchange(char *memory) {
  atomic_int *const written = (atomic_int *)(memory + mebibyte), *const read = written + 1;
  if (rank == 0) {
    fill((long *)memory);
    *written = 1;
  }
  await(written);
  hpcast_phase("exchanged");
  const long s = rank == 0 ? 0 : sum((long *)memory);
  ++*read;
  while (*read < ranks) sched_yield();
  return s;
}

static char *map(const char *file, size_t bytes, off_t offset) {
  const int descriptor = open(file, O_RDWR);
  char *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset);
  close(descriptor);
  return memory;
}

// Each process has another part of the file, at another address.
static long in_a_file(const char *file) {
  const off_t skipped = 4096 * rank;
  return exchange(map(file, 3 * mebibyte - skipped, skipped) + mebibyte - skipped);
}

// Mapped bit by bit, each used at once.
static long in_pieces(const char *file) {
  enum { pieces = 16, bytes = mebibyte / pieces };
  atomic_int *const written = (atomic_int *)map(file, 4096, mebibyte);
  if (rank != 0) await(written);
  hpcast_phase("exchanged");
  long s = 0;
  for (int i = 0; i < pieces; ++i) {
    volatile long *const piece = (long *)map(file, bytes, i * bytes);
    for (int k = 0; k < bytes / (int)sizeof *piece; ++k)
      if (rank == 0)
        piece[k] = k;
      else
        s += piece[k];
  }
  ++*written;
  while (*written < ranks) sched_yield();
  return s;
}

static long in_a_segment(const char *file) {
  const int segment = shmget(ftok(file, 1), 2 * mebibyte, IPC_CREAT | 0600);
  char *const memory = shmat(segment, NULL, 0);
  const long s = exchange(memory);
  shmdt(memory);
  if (rank == 0) shmctl(segment, IPC_RMID, NULL);
  return s;
}

// What was shared is not when it has been given up, though it lies at the same address.
static long given_up(const char *file) {
  char *const memory = map(file, 2 * mebibyte, 0);
  const long s = exchange(memory);
  munmap(memory, 2 * mebibyte);
  long *const again = mmap(memory, 2 * mebibyte, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  hpcast_phase("given up");
  fill(again);
  return s;
}

static void *work(void *unused) {
  own();
  return unused;
}
static long threads(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  own();
  pthread_join(thread, NULL);
  return 0;
}

int main(int argc, char **argv) {
  const char *const what = argv[1], *const file = argc > 2 ? argv[2] : NULL;
  if (getenv("OMPI_COMM_WORLD_RANK") != NULL) {
    rank = atoi(getenv("OMPI_COMM_WORLD_RANK"));
    ranks = atoi(getenv("OMPI_COMM_WORLD_SIZE"));
  }
  long result = 0;
  hpcast_phase("work");
  if (strcmp(what, "own") == 0) result = own();
  if (strcmp(what, "file") == 0) result = in_a_file(file);
  if (strcmp(what, "pieces") == 0) result = in_pieces(file);
  if (strcmp(what, "segment") == 0) result = in_a_segment(file);
  if (strcmp(what, "given_up") == 0) result = given_up(file);
  if (strcmp(what, "threads") == 0) result = threads();
  if (strcmp(what, "killed") == 0) {
    own();
    if (rank == 1) kill(getpid(), SIGKILL);
  }
  if (strcmp(what, "sleeps") == 0) {
    own();
    printf("sleeping\n");
    fflush(stdout);
    sleep(100);
  }
  if (strcmp(what, "for_ever") == 0)
    for (;;) own();
  printf("rank %d of %d: %ld\n", rank, ranks, result);
  return rank == 2 ? 3 : 0;
}
