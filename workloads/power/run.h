// What the programs that draw power share: arguments, how long they go on, vectors as wide as the
// compiler's target has them, and random numbers whose sums are exact.
#pragma once

#include <getopt.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "../kernel.h"

#define NOINLINE static __attribute__((noinline))
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

#ifdef VECTOR_BYTES
#elif defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
typedef double vector __attribute__((vector_size(VECTOR_BYTES), may_alias));
enum { lanes = VECTOR_BYTES / sizeof(double) };

struct arguments {
  const char* name;   // of the program
  const char* usage;  // what stands behind it
  int count;
  char** words;  // without the options below
  double seconds;
  long repetitions;  // 0: for so many seconds
};

static inline void refuse(const struct arguments* a, const char* what, const char* word) {
  fprintf(stderr, "%s: %s: '%s'\nUsage: %s %s [--seconds S | --repetitions N]\n", a->name, what,
          word, a->name, a->usage);
  exit(2);
}

static inline void show_usage(const struct arguments* a, FILE* where, int status) {
  fprintf(where, "Usage: %s %s [--seconds S | --repetitions N]\n", a->name, a->usage);
  exit(status);
}

static inline void read_option(struct arguments* a, int option) {
  char* end = optarg;
  if (option == 's') {
    a->seconds = strtod(optarg, &end);
    if (end == optarg || *end != '\0' || !(a->seconds > 0 && a->seconds <= 1e6))
      refuse(a, "--seconds is above 0, up to 1000000", optarg);
  } else if (option == 'r') {
    a->repetitions = strtol(optarg, &end, 10);
    if (end == optarg || *end != '\0' || a->repetitions < 1 || a->repetitions > 1L << 40)
      refuse(a, "--repetitions is a positive whole number", optarg);
  } else {
    show_usage(a, option == 'h' ? stdout : stderr, option == 'h' ? 0 : 2);
  }
}

// Between `least` and `most` words behind the program's name, and how long to go on: a second where
// nothing is said.
static inline struct arguments read_arguments(int argc, char** argv, const char* name,
                                              const char* usage, int least, int most) {
  static const struct option options[] = {{"seconds", required_argument, NULL, 's'},
                                          {"repetitions", required_argument, NULL, 'r'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  struct arguments a = {.name = name, .usage = usage, .seconds = 1.0};
  int option;
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) read_option(&a, option);
  a.count = argc - optind;
  a.words = argv + optind;
  if (a.count < least || a.count > most) show_usage(&a, stderr, 2);
  return a;
}

// Word `index` as a whole number in [least, most]; `fallback` where there are fewer words.
static inline long whole_number(const struct arguments* a, int index, long fallback, long least,
                                long most, const char* what) {
  if (index >= a->count) return fallback;
  char* end;
  const long value = strtol(a->words[index], &end, 10);
  if (end == a->words[index] || *end != '\0' || value < least || value > most)
    refuse(a, what, a->words[index]);
  return value;
}

struct duration {
  long repetitions;
  double seconds;
};

// Calls batch(data, n), which repeats the loop n times, until the time is over or the repetitions
// are made. Of a time, each batch takes a small part.
static inline struct duration go_on(const struct arguments* a, void (*batch)(void*, long),
                                    void* data) {
  struct duration d = {0, 0.0};
  const double start = seconds();
  long count = a->repetitions > 0 ? a->repetitions : 1;
  do {
    batch(data, count);
    d.repetitions += count;
    const double before = d.seconds;
    d.seconds = seconds() - start;
    if (d.seconds - before < a->seconds / 64) count *= 2;
  } while (a->repetitions == 0 && d.seconds < a->seconds);
  return d;
}

// Bits that depend on nothing but `index`, by any thread in any order (Steele and others, Fast
// splittable pseudorandom number generators, OOPSLA 2014).
static inline uint64_t random_bits(uint64_t index) {
  uint64_t z = (index + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// In [1, 2), a multiple of 2^-44: sums of up to 256 of them are exact in any order.
static inline double exact_random(uint64_t index) {
  return 1.0 + 0x1p-44 * (double)(random_bits(index) >> 20);
}

// A number that the compiler cannot know.
static inline double hidden(double value) {
  volatile double unknown = value;
  return unknown;
}
