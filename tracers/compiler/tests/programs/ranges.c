// Known counts of copies and fills: 64 bytes aligned, 24, 100 at an odd address, a struct.
#include <stdio.h>
#include <string.h>

struct Big {
  char bytes[96];
};
_Alignas(64) static char to[512], from[512];
_Alignas(64) static struct Big a, b;

int main(int argc, char **argv) {
  (void)argv;
  b.bytes[0] = (char)argc;
  memcpy(to, from, 64);                             // 2 reads, 2 writes of 32
  memcpy(to, from, 24);                             // 16 + 8 each way
  memset(to, 1, 128);                               // 4 writes of 32
  memmove(to + 1, from + 1, 100 * (unsigned)argc);  // 1 2 4 8 16 32 32 4 1 each way
  a = b;                                            // 3 reads, 3 writes of 32
  printf("%d\n", to[0] + a.bytes[1]);
  return 0;
}
