// Maps 64 TiB, of which it needs little. Exits with 1 where it may not.
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
  void *const room = mmap(NULL, (size_t)1 << 46, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return room == MAP_FAILED;
}
