// sharing DISTANCE: two threads count up, each a word of its own, so many words apart.
#include <stdio.h>
#include <stdlib.h>

enum { counts = 400000, words = 1024 };

int main(int argc, char **argv) {
  const long distance = argc > 1 ? atol(argv[1]) : 1;
  volatile long *const place = aligned_alloc(64, words * sizeof(long));
  if (place == NULL || distance < 1 || distance >= words) return 99;
#pragma omp parallel for schedule(static) num_threads(2)
  for (long t = 0; t < 2; ++t) {
    place[t * distance] = 0;
    for (long i = 0; i < counts; ++i) ++place[t * distance];
  }
  printf("%ld\n", place[0] + place[distance]);
  free((void *)place);
}
