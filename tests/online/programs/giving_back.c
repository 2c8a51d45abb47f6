// Memory that is taken, touched and given back, again and again: giving_back [TURNS]. It prints how
// many pages are touched that the system has just given.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { page = 4096, pieces = 200 };

static long touched = 0;

static void touch(char *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; i += page) ((volatile char *)memory)[i] = 1;
  touched += (long)((bytes + page - 1) / page);
}

// The first half anew.
static void with_system_calls(size_t bytes) {
  char *const memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) exit(1);
  touch(memory, bytes);
  madvise(memory, bytes / 2, MADV_DONTNEED);
  touch(memory, bytes / 2);
  munmap(memory, bytes);
}

static void with_large_pieces(size_t bytes) {
  char *const memory = malloc(bytes);
  touch(memory, bytes);
  free(memory);
}

// The heap grows, and shrinks when all are free.
static void with_small_pieces(size_t bytes) {
  char *memory[pieces];
  for (int i = 0; i < pieces; ++i) touch(memory[i] = malloc(bytes), bytes);
  for (int i = 0; i < pieces; ++i) free(memory[i]);
}

int main(int argc, char **argv) {
  const long turns = argc > 1 ? atol(argv[1]) : 3;
  for (long i = 0; i < turns; ++i) {
    with_system_calls(1 << 20);
    with_large_pieces(40 << 20);  // however often, mapped by itself
    with_small_pieces(20480);
  }
  printf("%ld\n", touched);
  return 0;
}
