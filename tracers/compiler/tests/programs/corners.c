// What compilers treat apart: jumps out of functions and to computed labels, arrays of variable
// length, bit-fields, wide and complex numbers, objects passed and returned whole. Prints results.
#include <alloca.h>
#include <complex.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct whole {
  long words[40];
};
struct packed {
  unsigned a : 3, b : 13, c : 7;
  short d;
} __attribute__((packed));

static jmp_buf back;

__attribute__((noinline)) static void leave(int value) { longjmp(back, value); }

__attribute__((noinline)) static int jumps(int n) {
  volatile int left = 0;
  if (setjmp(back) < n) leave(++left);
  return left;
}

__attribute__((noinline)) static int machine(const char *program) {
  static void *const labels[] = {&&add, &&twice, &&stop};
  int value = 1;
#define NEXT goto *labels[*program++ - '0']
  NEXT;
add:
  value += 3;
  NEXT;
twice:
  value *= 2;
  NEXT;
stop:
  return value;
}

__attribute__((noinline)) static struct whole made(int n) {
  struct whole w = {{0}};
  for (int i = 0; i < 40; ++i) w.words[i] = (long)i * n;
  return w;
}

__attribute__((noinline)) static long sum_of(struct whole w, struct packed p) {
  long sum = p.a + p.b + p.c + p.d;
  for (int i = 0; i < 40; ++i) sum += w.words[i];
  return sum;
}

__attribute__((noinline)) static double variable(int n) {
  double squares[n], *const on_stack = alloca((size_t)n * sizeof(double));
  for (int i = 0; i < n; ++i) squares[i] = on_stack[i] = (double)i * i;
  return squares[n - 1] + on_stack[n / 2];
}

__attribute__((noinline)) static double wide(int n) {
  __int128 product = 1;
  long double sum = 0;
  double complex turn = 1;
  for (int i = 1; i <= n; ++i) {
    product *= i;
    sum += 1.0L / i;
    turn *= cexp(I / i);
  }
  return (double)(product >> 64) + (double)product + (double)sum + creal(turn);
}

__attribute__((noinline)) static int texts(const char *a, char *b) {
  char buffer[200];
  strcpy(buffer, a);
  strcat(buffer, b);
  memset(b, 'x', 3);
  memmove(buffer + 1, buffer, 70);
  return (int)strlen(buffer) + strcmp(a, b) + memcmp(a, buffer, 5) + buffer[60];
}

__attribute__((noinline)) static unsigned deep(unsigned n, unsigned sum) {
  return n == 0 ? sum : deep(n - 1, sum ^ n);
}

int main(void) {
  struct packed p = {5, 4095, 77, -3};
  struct whole a = made(3), b;
  b = a;
  p.b -= (unsigned)b.words[2];
  char rest[200] = "and some more of it, so that it is long";
  printf("%d %d %ld %g\n", jumps(5), machine("0110012"), sum_of(b, p), variable(9));
  printf("%.10g %d %u\n", wide(30), texts("a text of some length ", rest) > 0, deep(1000, 1));
  return 0;
}
