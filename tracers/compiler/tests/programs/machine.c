// What only the machine's code has: known counts of references, and registers and a stack that
// hooks must leave alone. Ends with 0 where they do.
#include <stdint.h>
#include <sys/mman.h>

#include "hpcast.h"

enum { times = 100 };

static _Thread_local volatile long of_thread;
static volatile long double extended = 1;
static _Alignas(64) struct object { char bytes[1000]; } from, to;

static int broken;

// Below the stack pointer: nobody is called.
__attribute__((noipa)) static int in_red_zone(int n) {
  volatile int some[8];
  for (int i = 0; i < 8; ++i) some[i] = n + i;
  return some[0] + some[7];
}

// Where the stack is guarded, one instruction guards it and reads *p.
__attribute__((noipa)) static int guarded(const int *p) {
  char bytes[64];
  bytes[0] = (char)*p;
  __asm__ volatile("" : : "r"(bytes) : "memory");
  return bytes[0];
}

// By a table of jumps.
__attribute__((noipa)) static int chosen(int i) {
  switch (i) {
    case 0:
      return 5;
    case 1:
      return 3;
    case 2:
      __asm__ volatile("" : "+r"(i));
      return i;
    case 3:
      return 9;
    case 4:
      __asm__ volatile("" : "+r"(i));
      return i - 3;
    case 5:
      __asm__ volatile("" : "+r"(i));
      return i * 7;
    default:
      return 0;
  }
}

// The hooks' own register is in use where memory is read.
__attribute__((noipa)) static long beside_r11(const volatile long *p) {
  register long kept __asm__("r11") = 77;
  __asm__ volatile("" : "+r"(kept));
  const long read = *p;
  __asm__ volatile("" : "+r"(kept));
  return kept + read;
}

// The carry goes from one addition to the next, which refers to memory.
typedef unsigned __int128 wide;
__attribute__((noipa)) static void add_to(wide *sum, wide more) { *sum += more; }

int main(void) {
  long *const fixed = mmap((void *)0x100000000000, 4096, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  hpcast_phase("of_thread");  // a read and a write each
  for (int i = 0; i < times; ++i) of_thread += i;
  hpcast_phase("fixed");
  for (int i = 0; i < times; ++i) *(volatile long *)0x100000000000 = i;
  hpcast_phase("extended");  // 8 and 2 bytes each
  for (int i = 0; i < times; ++i) extended *= 1.5L;
  hpcast_phase("copied");  // 31 times 32 bytes and 8, each way
  to = from;
  __asm__ volatile("" : : "r"(&to) : "memory");
  hpcast_phase("guarded");  // 2 reads, a write
  static int one = 1;
  int sum_of_guarded = 0;
  for (int i = 0; i < times; ++i) sum_of_guarded += guarded(&one);
  hpcast_phase("chosen");
  int sum_of_chosen = 0;
  for (int i = 0; i < times; ++i) sum_of_chosen += chosen(i % 6);
  hpcast_phase("else");
  broken += sum_of_guarded != times;
  broken += sum_of_chosen != 16 * (5 + 3 + 2 + 9 + 1 + 35) + 5 + 3 + 2 + 9;
  broken += of_thread != times * (times - 1) / 2 || fixed[0] != times - 1;
  broken += in_red_zone(3) != 3 + 10;
  broken += beside_r11(fixed) != 77 + times - 1;
  wide sum = ~(uint64_t)0;
  add_to(&sum, 1);
  broken += sum != (wide)1 << 64;
  return broken;
}
