// What the programs of bench/accuracy are made of: kernels of every kind, each with data set up
// once and a call whose time is forecast.
#pragma once

#include <stdint.h>

#include "../kernel.h"

enum kernel_class { core_bound, memory_bound, whole_program };

// The ways this is compiled, each a program of its own (CMakeLists.txt); v3 is x86-64-v3.
enum build { o2 = 1, o3 = 2, o2_v3 = 4, o3_v3 = 8, all_builds = 15 };

struct kernel {
  const char* name;
  enum kernel_class class;
  unsigned builds;    // those in which it is a case
  unsigned threaded;  // those in which it is one with two threads, too
  // Sets the data up; the same sizes and values in each build.
  void (*init)(long size, long turns);
  // What is timed: the same work each time. Returns a checksum that all builds agree on.
  double (*call)(void);
  long size, turns;  // for init
};

// Each list ends with a kernel without a name.
extern const struct kernel integer_kernels[], float_kernels[], cache_kernels[], field_kernels[],
    physics_kernels[], data_kernels[];

// Between two turns over the same data: what one computes is not taken from the one before.
static inline void next_turn(void) { __asm__ volatile("" ::: "memory"); }

#define NOINLINE __attribute__((noinline))

double* doubles(long count, double from, double to);  // random
float* floats(long count, float from, float to);
uint32_t* words(long count, uint32_t below);
uint8_t* bytes(long count, unsigned below);
// One cycle through all of 0 to count - 1, in random order: next[i] follows i.
uint32_t* random_cycle(long count);
uint32_t random_below(uint32_t below);

double sum_of(const double* values, long count);
