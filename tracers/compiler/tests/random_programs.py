#!/usr/bin/env python3
"""Prints a C program of loops by chance over memory at a fixed place: random_programs.py SEED

What the loops refer to there is to be the same however it is traced (tracer_test.sh,
random_programs): nested loops of all kinds of counters and bounds, with breaks, conditions, places
that depend on what was read, and places that wrap.
"""

import random
import sys

TYPES = ["char", "unsigned char", "short", "int", "unsigned", "long", "float", "double"]
COUNTERS = ["int", "unsigned", "long", "unsigned char", "short", "size_t"]
FUNCTIONS = 14

HEAD = """#include <stdio.h>
#include <sys/mman.h>
static char *const place = (char *)0x100000000000;
"""
MAIN = """int main(void) {
  char *const begin = place - 65536;
  if (mmap(begin, 1 << 24, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != (void *)begin)
    return 1;
  int *const p = (int *)(place + 200000);
  for (int i = 0; i < 4096; ++i) p[i] = (int)(i * 2654435761u >> 7 & 0xffff);
  for (int i = 0; i < 80000; ++i) place[i] = (char)(i * 7 >> 2);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
CALLS
  }
  printf("%.10g\\n", s);
  return 0;
}
"""


def index(chance, counter, most):
    return chance.choice([
        counter, f"{counter} * {chance.choice([2, 3, 5, 8])}", f"({counter} + {chance.randrange(9)})",
        f"({counter} & {chance.choice([1, 7, 15])})", "k", f"(unsigned char)({counter} * 7)",
        f"(p[{counter} & 31] & 63)", f"{counter} * n", f"({most} - {counter})"])


def statement(chance, counter, most):
    def element(array):
        return f"{array}[{index(chance, counter, most)}]"

    x, y = chance.choice("abc"), chance.choice("abc")
    return chance.choice([
        f"{element(x)} = {element(y)} + 1;", f"{element(x)} += {element(y)};",
        f"s += {element(x)};", f"s = s * 3 + {element(x)} - {element(y)};",
        f"if ({element(x)} > {chance.randrange(20)}) {element(y)} = {counter};",
        f"if ((int){element(x)} == {chance.randrange(40, 90)}) break;",
        f"{element(x)} = {counter};", f"if ({counter} % {chance.choice([3, 5, 11])} == 2) continue;",
        f"k = (k * 5 + (long){element(x)} + 7) & 127;",
        f"*q++ = (short){counter}; if (q > e) q -= 100;", f"k = (k + 1) & 63; {x}[k] = {element(y)};"])


def function(chance, number):
    types = [chance.choice(TYPES) for _ in range(3)]
    counter, most = chance.choice(COUNTERS), chance.choice([5, 17, 60, 200])
    head = chance.choice([
        f"for ({counter} j = {chance.randrange(4)}; j < {most}; j += {chance.choice([1, 1, 2, 3])})",
        f"for ({counter} j = {most}; j > 0; --j)", f"for ({counter} j = 0; j != {most}; ++j)",
        f"for ({counter} j = 0; j < ({counter})(n % 90); ++j)"])
    outer = " ".join(statement(chance, "i", most) for _ in range(chance.randrange(3)))
    inner = " ".join(statement(chance, "j", most) for _ in range(chance.randrange(1, 4)))
    restrict = chance.choice(["", "restrict "])
    return f"""__attribute__((noinline)) static double f{number}({types[0]} *{restrict}a, {types[1]} *b,
    {types[2]} *c, int *p, long n) {{
  double s = 0;
  long k = 3;
  short *q = (short *)(place + 100000), *const e = q + 100;
  for (int i = 0; i < {chance.choice([1, 3, 20])}; ++i) {{
    {outer}
    {head} {{ {inner} }}
  }}
  return s + (double)k;
}}
"""


def call(chance, number):
    a, b, c = chance.randrange(4) * 4096 + 64 * chance.randrange(3), 20000 + 8 * chance.randrange(9), 40000
    return (f"    s += f{number}((void *)(place + {a}), (void *)(place + {b}), "
            f"(void *)(place + {chance.choice([0, c])}), p, {chance.choice([7, 64, 1000])});")


def main():
    chance = random.Random(int(sys.argv[1]))
    functions = [function(chance, number) for number in range(FUNCTIONS)]
    calls = "\n".join(call(chance, number) for number in range(FUNCTIONS))
    print(HEAD + "\n".join(functions) + MAIN.replace("CALLS", calls))


main()
