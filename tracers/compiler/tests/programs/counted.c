// Work whose instructions and operations are counted: loops of one block and of several, with other
// ways out, conditions, addresses from memory, calls, numbers of all kinds.   counted REPETITIONS
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 1000 };
static double a[n], b[n], c[n];
static float f[n], g[n];
static long double l[n];
static int index_of[n], keys[n];

__attribute__((noinline)) static void triad(void) {
  for (int i = 0; i < n; ++i) a[i] = b[i] + 3 * c[i];
}
__attribute__((noinline)) static void single(void) {
  for (int i = 0; i < n; ++i) f[i] = f[i] * 0.5F + g[i];
}
__attribute__((noinline)) static double divided(void) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += b[i] / (c[i] + 1);
  return sum;
}
__attribute__((noinline)) static void x87(void) {
  for (int i = 0; i < n; ++i) l[i] = l[i] * 0.25L + 1;
}
__attribute__((noinline)) static double gathered(void) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[index_of[i]] * b[i];
  return sum;
}
__attribute__((noinline)) static int found(int key) {
  for (int i = 0; i < n; ++i)
    if (keys[i] == key) return i;
  return -1;
}
__attribute__((noinline)) static double conditions(void) {
  double low = 0, high = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] < 1.5)
      low += a[i] * b[i];
    else if (keys[i] % 3 == 0)
      high -= c[i];
  }
  return low + high;
}
__attribute__((noinline)) static unsigned mixed(unsigned x) {
  for (int i = 0; i < n; ++i) x = x * 1664525 + 1013904223 + (x >> 7);
  return x;
}
__attribute__((noinline)) static int depth(int x) {
  return x < 2 ? 1 : depth(x - 1) + depth(x - 2);
}
__attribute__((noinline)) static int chosen(int x) {
  switch (x % 7) {
    case 0:
      return x + 3;
    case 1:
      return x * 5;
    case 2:
      return x ^ 77;
    case 3:
      return x - 9;
    case 5:
      return x << 2;
    default:
      return x / 3;
  }
}

int main(int argc, char **argv) {
  const int repetitions = argc > 1 ? atoi(argv[1]) : 1;
  for (int i = 0; i < n; ++i) {
    a[i] = i % 3;
    b[i] = c[i] = i % 7;
    f[i] = g[i] = (float)i;
    l[i] = i;
    index_of[i] = i * 7 % n;
    keys[i] = i * 13 % n;
  }
  double sum = 0;
  unsigned x = 1;
  for (int r = 0; r < repetitions; ++r) {
    triad();
    single();
    x87();
    sum += divided() + gathered() + conditions() + sqrt(fabs(sum) + r);
    x = mixed(x) + (unsigned)depth(10);
    for (int i = 0; i < 100; ++i) x += (unsigned)chosen(found((int)(x % n)));
  }
  printf("%g %u %g %g\n", sum, x, (double)f[7], (double)l[7]);
  return 0;
}
