// chase: each load's address is what the load before has read. stream: no address comes from a
// load. gather: each second load's address comes from the load before it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hpcast.h"

enum { n = 10000 };
static long next[n];
static double values[n];

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  for (int i = 0; i < n; ++i) {
    next[i] = (i + 4321) % n;
    values[i] = i;
  }
  long at = 0;
  double sum = 0;
  hpcast_phase("work");
  if (strcmp(argv[1], "chase") == 0) {
    for (int i = 0; i < n; ++i) at = next[at];
  } else if (strcmp(argv[1], "stream") == 0) {
    for (int i = 0; i < n; ++i) at += next[i];
  } else {
    for (int i = 0; i < n; ++i) sum += values[next[i]];
  }
  hpcast_phase("end");
  printf("%ld %g\n", at, sum);
  return 0;
}
