// What the small kernels share: arguments, memory, time, and Triad's data and report.
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hpcast.h"

// argv[index] as a positive number, `fallback` when it is not given. Exits with 2 on anything else.
static inline long long_argument(int argc, char** argv, int index, long fallback) {
  if (index >= argc) return fallback;
  char* end = argv[index];
  const long value = strtol(argv[index], &end, 10);
  if (*end == '\0' && value > 0) return value;
  fprintf(stderr, "%s: '%s' is not a positive whole number\n", argv[0], argv[index]);
  exit(2);
}

// Memory that starts at a page: footprints then come out in whole lines and pages.
static inline void* page_aligned(size_t bytes) {
  const size_t page = 4096;
  void* memory = aligned_alloc(page, (bytes + page - 1) / page * page);
  if (memory) return memory;
  fprintf(stderr, "out of memory: %zu bytes\n", bytes);
  exit(1);
}

// Wall clock time in seconds.
static inline double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A 64-bit linear congruential generator (Knuth's MMIX constants): the same data on every run.
static inline unsigned long long next_random(unsigned long long* state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return *state >> 33;
}

// First touch by the thread that computes on it later.
static inline void triad_init(double* a, double* b, double* c, long n) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) {
    a[i] = 0.0;
    b[i] = 1.0 + (double)(i % 7);
    c[i] = 0.5;
  }
}

// Prints bandwidth and checksum; `best` in seconds. Returns the exit status: 1 when a[] is wrong.
static inline int triad_report(const double* a, long n, double scale, double best) {
  double sum = 0.0;
  long wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum, wrong)
  for (long i = 0; i < n; ++i) {
    sum += a[i];
    wrong += a[i] != 1.0 + (double)(i % 7) + scale * 0.5;
  }
  printf("triad: %ld elements, %.3f GB/s, checksum %.1f\n", n, 24e-9 * (double)n / best, sum);
  if (wrong) fprintf(stderr, "triad: %ld elements are wrong\n", wrong);
  return wrong != 0;
}
