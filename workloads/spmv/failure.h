// How spmv ends when it cannot go on, and sums of bytes that cannot overflow.
#pragma once

#include <limits.h>
#include <stdarg.h>

#include "../kernel.h"

enum exit_status { wrong_result = 1, bad_input = 2, too_large = 3 };

__attribute__((format(printf, 2, 3), noreturn)) static void fail(enum exit_status status,
                                                                 const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("spmv: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(status);
}

// a + b and a * b of what is not negative; what does not fit is LLONG_MAX, more than any memory.
static inline long long plus(long long a, long long b) {
  long long sum;
  return __builtin_add_overflow(a, b, &sum) ? LLONG_MAX : sum;
}
static inline long long times(long long a, long long b) {
  long long product;
  return __builtin_mul_overflow(a, b, &product) ? LLONG_MAX : product;
}

static inline long long ints(long long count) { return times(count, sizeof(int)); }
static inline long long doubles(long long count) { return times(count, sizeof(double)); }

// The one memory limit of the run and the format it is for; main() sets both.
static struct {
  long long limit;
  const char* format;
} budget;

// Ends the run, before anything is allocated, when that would be too much.
static inline void afford(long long bytes, const char* for_what) {
  if (bytes > budget.limit)
    fail(too_large, "%s needs %lld bytes (%s), more than the limit of %lld bytes", budget.format,
         bytes, for_what, budget.limit);
}

// Arrays that are nobody's storage: zeroed, because most of them count something.
static inline void* scratch(long long count, size_t size) {
  void* memory = calloc(count > 0 ? (size_t)count : 1, size);
  if (!memory)
    fail(too_large, "%s: out of memory: %lld times %zu bytes", budget.format, count, size);
  return memory;
}
