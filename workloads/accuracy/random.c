// Random data for the kernels, the same on every run.
#include "kernels.h"

static unsigned long long state = 1;

static double fraction(void) { return (double)next_random(&state) * 0x1p-31; }

uint32_t random_below(uint32_t below) { return (uint32_t)(next_random(&state) % below); }

double* doubles(long count, double from, double to) {
  double* values = page_aligned(count * sizeof *values);
  for (long i = 0; i < count; ++i) values[i] = from + (to - from) * fraction();
  return values;
}

float* floats(long count, float from, float to) {
  float* values = page_aligned(count * sizeof *values);
  for (long i = 0; i < count; ++i) values[i] = from + (to - from) * (float)fraction();
  return values;
}

uint32_t* words(long count, uint32_t below) {
  uint32_t* values = page_aligned(count * sizeof *values);
  for (long i = 0; i < count; ++i) values[i] = random_below(below);
  return values;
}

uint8_t* bytes(long count, unsigned below) {
  uint8_t* values = page_aligned(count);
  for (long i = 0; i < count; ++i) values[i] = (uint8_t)random_below(below);
  return values;
}

// Sattolo's shuffle.
uint32_t* random_cycle(long count) {
  uint32_t* next = page_aligned(count * sizeof *next);
  for (long i = 0; i < count; ++i) next[i] = (uint32_t)i;
  for (long i = count - 1; i > 0; --i) {
    const uint32_t j = random_below((uint32_t)i), moved = next[i];
    next[i] = next[j];
    next[j] = moved;
  }
  return next;
}

double sum_of(const double* values, long count) {
  double sum = 0;
  for (long i = 0; i < count; ++i) sum += values[i];
  return sum;
}
