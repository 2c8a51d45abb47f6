// N turns of a loop with one instruction of each kind, but for a few; every other turn takes a
// branch.
#include <stdlib.h>

static volatile double number = 1.5;
static void leaf(void) { __asm__ volatile(""); }

int main(int argc, char **argv) {
  const long turns = argc > 1 ? atol(argv[1]) : 1000;
  unsigned a = 3, d = 0, b = 7;
  int lock = 0;
  char bytes[16];
  void (*volatile f)(void) = leaf;
  for (long i = 0; i < turns; ++i) {
    f();
    double x = number, y = number;
    __asm__ volatile("imul %0, %0" : "+r"(a));
    __asm__ volatile("shl $1, %0" : "+r"(a));
    __asm__ volatile("popcnt %1, %0" : "=r"(a) : "r"(b));
    __asm__ volatile("div %2" : "+a"(a), "+d"(d) : "r"(b));
    d = 0;
    __asm__ volatile("addsd %1, %0" : "+x"(x) : "x"(y));
    __asm__ volatile("ucomisd %1, %0" : : "x"(x), "x"(y) : "cc");
    __asm__ volatile("mulsd %1, %0" : "+x"(x) : "x"(y));
    __asm__ volatile("divsd %1, %0" : "+x"(x) : "x"(y));
    __asm__ volatile("sqrtsd %1, %0" : "=x"(x) : "x"(y));
    __asm__ volatile("cvtsi2sd %1, %0" : "+x"(x) : "r"(a));
    __asm__ volatile("andpd %1, %0" : "+x"(x) : "x"(y));
    __asm__ volatile("paddd %1, %0" : "+x"(x) : "x"(y));
    __asm__ volatile("pmuludq %1, %0" : "+x"(x) : "x"(y));
    __asm__ volatile("pslld $1, %0" : "+x"(x));
    __asm__ volatile("pshufd $1, %1, %0" : "=x"(x) : "x"(y));
    __asm__ volatile("movd %1, %0" : "=r"(a) : "x"(x));
    __asm__ volatile("lock incl %0" : "+m"(lock));
    __asm__ volatile("mfence");
    __asm__ volatile("fld1\n\tfstp %%st(0)" : : : "st");
    __asm__ volatile("test $1, %b0\n\tjz 1f\n\tnop\n1:" : : "q"(i) : "cc");
    long count = 4;
    char *to = bytes;
    __asm__ volatile("rep stosb" : "+c"(count), "+D"(to) : "a"(0) : "memory");
  }
  return 0;
}
