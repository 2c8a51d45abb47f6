# hpcast_phase("name") cuts a run into phases; each has a time and a bottleneck of its own.
cat >sweep.c <<'SOURCE'
#include <stdlib.h>

#include "hpcast.h"

enum { n = 1 << 20, block = 1 << 10 };

int main(void) {
  double *x = aligned_alloc(4096, n * sizeof *x);
  hpcast_phase("fill");
  for (long i = 0; i < n; ++i) x[i] = 1;
  hpcast_phase("stream");
  for (long i = 0; i < n; ++i) x[i] *= 2;
  hpcast_phase("reuse");
  for (long r = 0; r < n / block; ++r)
    for (long i = 0; i < block; ++i) x[i] += 1;
  return x[0] != 2 + n / block;
}
SOURCE
hpcast-cc -O1 -o sweep sweep.c
hpcast memory i7-7700k -- ./sweep | sed -n '/^Phase/,/^$/p'

# One phase alone; the others only warm the caches up.
hpcast memory i7-7700k --only reuse -- ./sweep | head -n 1
