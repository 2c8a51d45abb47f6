// What the kernels of the NAS Parallel Benchmarks kind share: the problem class, the generator,
// the clock and the verdict. Written from the specification (Bailey et al., The NAS Parallel
// Benchmarks, RNR-94-007); sizes and verification values of classes S, W and A are NPB's.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hpcast.h"

enum npb_class { npb_S, npb_W, npb_A, npb_classes };

// The class named by argv[1], S when there is none. Exits with 2 on anything else.
static inline enum npb_class npb_class_argument(int argc, char** argv) {
  static const char* const names[npb_classes] = {"S", "W", "A"};
  if (argc < 2) return npb_S;
  for (int c = 0; c < npb_classes; ++c)
    if (strcmp(argv[1], names[c]) == 0) return (enum npb_class)c;
  fprintf(stderr, "%s: '%s' is no problem class; expected S, W or A\n", argv[0], argv[1]);
  exit(2);
}

static inline void* npb_allocate(size_t bytes) {
  const size_t page = 4096;
  void* memory = aligned_alloc(page, (bytes + page - 1) / page * page);
  if (memory) return memory;
  fprintf(stderr, "out of memory: %zu bytes\n", bytes);
  exit(1);
}

// The generator of RNR-94-007, section 2.3: x(k+1) = 5^13 x(k) mod 2^46. The modulus divides 2^64,
// so 64-bit arithmetic that wraps is exact.
enum { npb_bits = 46 };
static const uint64_t npb_multiplier = 1220703125;
static const uint64_t npb_mask = (1ULL << npb_bits) - 1;

// The next number of the sequence, in (0, 1).
static inline double npb_random(uint64_t* x) {
  *x = *x * npb_multiplier & npb_mask;
  return (double)*x * 0x1p-46;
}

// The state `steps` numbers after `x`.
static inline uint64_t npb_skip(uint64_t x, uint64_t steps) {
  for (uint64_t power = npb_multiplier; steps > 0; steps >>= 1) {
    if (steps & 1) x = x * power & npb_mask;
    power = power * power & npb_mask;
  }
  return x;
}

// Wall clock time in seconds.
static inline double npb_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int npb_close(double value, double expected, double tolerance) {
  return fabs(value - expected) <= tolerance * fabs(expected);
}

// Prints the closing line; returns the exit status.
static inline int npb_verdict(const char* kernel, enum npb_class c, double took, int verified) {
  printf("%s class %c: %.3f s, verification %s\n", kernel, "SWA"[c], took,
         verified ? "successful" : "FAILED");
  return !verified;
}
