// What the storage formats share. Each has a header with three functions: the bytes it takes, the
// conversion and the multiplication. They follow the definitions in LIS's user guide (chapter 5,
// "Matrix storage formats") and the loops that LIS 2.1 runs for them, so that they touch memory in
// the same order.
#pragma once

#include "matrix.h"

struct format {
  const char* name;
  const char* alias;  // LIS's other name; NULL without one
  long long (*bytes)(const struct matrix* m);
  void* (*convert)(const struct matrix* m);
  // x and y have padded_length(n) elements; those of x behind n are 0.
  void (*multiply)(const void* storage, const double* restrict x, double* restrict y);
};

// LIS's default block size of BSR and BSC, 2 x 2; it pads vectors to whole blocks.
enum { block = 2 };

static inline long padded_length(long n) { return (n + block - 1) / block * block; }

// All that storage_array() gave; main() compares it with what bytes() told.
static long long stored_bytes;

// An array of a format's storage.
static void* storage_array(long long bytes) {
  stored_bytes += bytes;
  return page_aligned(bytes > 0 ? (size_t)bytes : 1);
}

static void* copy_to_storage(const void* from, long long bytes) {
  return memcpy(storage_array(bytes), from, (size_t)bytes);
}

static void* zeroed_storage(long long bytes) {
  return memset(storage_array(bytes), 0, (size_t)bytes);
}

// The format's own record, which holds its arrays. Not counted: it is no matrix data.
static void* new_record(const void* record, size_t bytes) {
  return memcpy(scratch(1, bytes), record, bytes);
}

static inline void clear(double* restrict y, long n) {
  for (long i = 0; i < n; ++i) y[i] = 0.0;
}
