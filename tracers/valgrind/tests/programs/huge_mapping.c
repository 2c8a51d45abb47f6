// Maps 64 TiB, of which it needs little; with an argument, 2 GiB of a file that is not open. Exits
// with 1 where it may not.
#include <stddef.h>
#include <sys/mman.h>

int main(int count, char **arguments) {
  (void)arguments;
  if (count > 1) return mmap(NULL, (size_t)1 << 31, PROT_READ, MAP_PRIVATE, 9999, 0) == MAP_FAILED;
  void *const room = mmap(NULL, (size_t)1 << 46, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return room == MAP_FAILED;
}
