// Executes an instruction of AVX-512, which Valgrind does not know.
#include <stdio.h>
int main(void) {
  puts("begun");
  fflush(stdout);
  __asm__ volatile(".byte 0x62, 0xf1, 0xfd, 0x48, 0x58, 0xc0");  // vaddpd zmm0, zmm0, zmm0
  return 0;
}
