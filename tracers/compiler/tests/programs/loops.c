// Loops of all kinds over memory at a place that is the same in every program: what is referred to
// there, and in what order, must not depend on how it is told.   loops [LENGTH]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define NOINLINE __attribute__((noinline))

static char *const place = (char *)0x100000000000;
enum { bytes = 1 << 24 };

struct point {
  double x, y, z;
  int mark;
};

NOINLINE static void forward(double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; ++i) a[i] = 2 * b[i] + a[i];
}
NOINLINE static double backward(const double *a, long n) {
  double sum = 0;
  for (long i = n; i-- > 0;) sum = sum / 2 + a[i];
  return sum;
}
NOINLINE static void strided(float *a, long n, long step) {
  for (long i = 0; i < n; i += step) a[i] += 1;
}
NOINLINE static void points(struct point *p, int n) {
  for (int i = 0; i < n; ++i) {
    p[i].x = p[i].y + 1;
    p[i].mark = i;
  }
}
NOINLINE static void pointers(short *from, const short *end, short *to) {
  while (from != end) *to++ = (short)(*from++ + 1);
}
NOINLINE static void matrix(double *c, const double *a, const double *b, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
}
// Whose end nobody knows beforehand.
NOINLINE static long search(const int *a, int wanted) {
  long i = 0;
  while (a[i] != wanted) ++i;
  return i;
}
NOINLINE static long until(char *text, char *to) {
  char *const begin = to;
  while ((*to = *text++) != 0) ++to;
  return to - begin;
}
// Indices that begin again at 0.
NOINLINE static unsigned wrapped(unsigned char *a, unsigned n) {
  unsigned sum = 0;
  for (unsigned char i = 3; n-- > 0; i += 7) sum += a[i]++;
  return sum;
}
NOINLINE static unsigned wrapped_far(const int *a, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0, k = 0xfffffff0; i < n; ++i, ++k) sum += (unsigned)a[k & 0xffff];
  return sum;
}
// The same place, and places that meet.
NOINLINE static void same(double *to, const double *from, long n) {
  for (long i = 0; i < n; ++i) {
    *to += from[i];
    __asm__ volatile("" : : : "memory");
  }
}
NOINLINE static void chain(double *a, long n) {
  for (long i = 2; i < n; ++i) a[i] = a[i - 1] + a[i - 2] / 2;
}
NOINLINE static void unequal(char *a, long n) {
  for (long i = 0; i < n; ++i) {
    *(int32_t *)(a + 3 * i) = (int32_t)i;
    *(volatile int64_t *)(a + 40000) = i;
  }
}
NOINLINE static void crossing(char *a, long n) {
  for (long i = 0; i < n; ++i) *(int64_t *)(a + 13 * i) += i;
}
NOINLINE static void many(double *a, long n) {
  for (long i = 0; i < n; ++i)
    a[i] =
        a[i + n] + a[i + 2 * n] * a[i + 3 * n] - a[i + 4 * n] / (a[i + 5 * n] + 1) + a[i + 6 * n];
}
// In every iteration another set, then the same one: more lines than it has ways.
NOINLINE static void conflicts(double *a, long n) {
  for (long i = 0; i < n; ++i)
    a[i] += a[i + 512] + a[i + 1024] + a[i + 1536] + a[i + 2048] + a[i + 2560] + a[i + 3072] +
            a[i + 3584] + a[i + 4096] + a[i + 4608] + a[i + 5120];
}

int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1000;
  if (mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
           -1, 0) != (void *)place)
    return 1;
  double *const d = (double *)place;
  double sum = 0;
  for (long length = 0; length <= n; length = 2 * length + 1) {
    forward(d, d + n + 3, length);
    sum += backward(d, length);
    strided((float *)d, length, 1 + length % 37);
    points((struct point *)place, (int)length);
    pointers((short *)place, (short *)place + length, (short *)place + 3 * n);
    same(d + 100, d, length);
    chain(d, length);
    unequal(place, length);
    crossing(place, length);
    many(d, length);
    conflicts(d, length);
    sum += wrapped((unsigned char *)place, (unsigned)length);
    sum += wrapped_far((int *)place, (unsigned)length);
  }
  matrix(d, d + 10000, d + 20000, 23);
  int *const whole = (int *)(place + 8000000);
  whole[n] = 77;
  sum += (double)search(whole, 77);
  char *const text = place + 9000000;
  for (long i = 0; i < n; ++i) text[i] = (char)('a' + i % 26);
  sum += (double)until(text, text + n + 5);
  printf("%.17g\n", sum);
  return 0;
}
