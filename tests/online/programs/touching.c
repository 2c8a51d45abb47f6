// touching HOW PAGES: touches so many pages first, once or, HOW says how, several times.
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { page = 4096 };
static long pages;

static volatile char *map(void) {
  void *const memory =
      mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) exit(99);
  return memory;
}
static void touch(volatile char *memory) {
  for (long i = 0; i < pages; ++i) memory[i * page] = 1;
}
static void *touch_own(void *unused) {
  touch(map());
  return unused;
}
static void in_threads(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; ++i)
    if (pthread_create(&thread[i], NULL, touch_own, NULL) != 0) exit(99);
  for (int i = 0; i < 2; ++i) pthread_join(thread[i], NULL);
}
static void on_the_heap(void) {
  volatile char *const memory = sbrk(pages * page);
  if (memory == (char *)-1) exit(99);
  touch(memory);
  sbrk(-pages * page);
  touch(sbrk(pages * page));
}

int main(int argc, char **argv) {
  const char *const how = argc > 2 ? argv[1] : "";
  pages = argc > 2 ? atol(argv[2]) : 0;
  if (strcmp(how, "threads") == 0) {
    in_threads();
    return 0;
  }
  if (strcmp(how, "heap") == 0) {
    on_the_heap();
    return 0;
  }
  volatile char *memory = map();
  touch(memory);
  if (strcmp(how, "once") == 0) return 0;
  if (strcmp(how, "unmapped") == 0) {
    munmap((void *)memory, pages * page);
    memory = map();
  }
  if (strcmp(how, "dropped") == 0) madvise((void *)memory, pages * page, MADV_DONTNEED);
  touch(memory);
  return 0;
}
