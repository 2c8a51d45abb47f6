// Bound by caches and memory: streams, gathers, chains of loads, transposition, counting. Sizes say
// which cache holds the data on most machines: "l2" within 256 KiB, "l3" some MiB, "memory" 64 MiB
// and more.
#include "kernels.h"

static long n, turns;
static double *a, *b, *c;
static uint32_t *u, *v;
static uint32_t at;  // where a chain of loads has got to; the next call goes on there

static void init_streams(long size, long t) {
  n = size;
  turns = t;
  a = doubles(n, 0, 1);
  b = doubles(n, 0, 1);
  c = doubles(n, 0, 1);
}

static NOINLINE void triad_once(double* restrict to, const double* restrict p,
                                const double* restrict q) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) to[i] = p[i] + 3.0 * q[i];
}
static double triad(void) {
  for (long t = 0; t < turns; ++t) triad_once(a, b, c);
  return a[n / 2];
}

static NOINLINE void copy_once(double* restrict to, const double* restrict from) {
  for (long i = 0; i < n; i += 4) {
    const double w = from[i], x = from[i + 1], y = from[i + 2], z = from[i + 3];
    to[i] = w + 1;
    to[i + 1] = x + 1;
    to[i + 2] = y + 1;
    to[i + 3] = z + 1;
  }
}
static double copy(void) {
  for (long t = 0; t < turns; ++t) copy_once(a, b);
  return a[n / 2];
}

static void init_one(long size, long t) {
  n = size;
  turns = t;
  a = doubles(n, 0, 1);
}
static NOINLINE double sum_once(const double* p) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (long i = 0; i < n; i += 4) {
    s0 += p[i];
    s1 += p[i + 1];
    s2 += p[i + 2];
    s3 += p[i + 3];
  }
  return s0 + s1 + s2 + s3;
}
static double sum(void) {
  double s = 0;
  for (long t = 0; t < turns; ++t) {
    s += sum_once(a);
    next_turn();
  }
  return s;
}

static NOINLINE void fill_once(double* to, double start) {
  for (long i = 0; i < n; ++i) to[i] = start + (double)i;
}
static double fill(void) {
  for (long t = 0; t < turns; ++t) fill_once(a, (double)t);
  return a[n / 2];
}

// Independent loads `turns` doubles apart, from the beginning again one line further on.
enum { accesses = 600000 };
static long place;
static double stride(void) {
  double s = 0;
  long p = place;
  for (long i = 0; i < accesses; ++i) {
    s += a[p];
    p += turns;
    if (p >= n) p -= n - 8;
  }
  place = p;
  return s > 0;
}

// Of n values, those that random indices name: 4 × `count` of them, and each call goes on where the
// one before has stopped, so that what it touched last time does not help a large table.
static long count, begin;
static void init_gather(long size, long t) {
  n = size;
  count = t;
  begin = 0;
  a = doubles(n, 0, 1);
  u = words(4 * count, (uint32_t)n);
}
static const uint32_t* next_indices(void) {
  begin = (begin + count) % (4 * count);
  return u + begin;
}
static NOINLINE double gather_once(const uint32_t* index) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (long i = 0; i < count; i += 4) {
    s0 += a[index[i]];
    s1 += a[index[i + 1]];
    s2 += a[index[i + 2]];
    s3 += a[index[i + 3]];
  }
  return s0 + s1 + s2 + s3;
}
static double gather(void) {
  double s = 0;
  for (long done = 0; done < accesses; done += count) s += gather_once(next_indices());
  return s > 0;
}
static double scatter(void) {
  for (long done = 0; done < accesses; done += count) {
    const uint32_t* const index = next_indices();
    for (long i = 0; i < count; ++i) a[index[i]] = (double)i;
  }
  return a[u[0]] < (double)count;
}
static void init_histogram(long size, long t) {
  init_gather(size, t);
  v = words(n, 1);
}
static double histogram(void) {
  for (long done = 0; done < accesses; done += count) {
    const uint32_t* const index = next_indices();
    for (long i = 0; i < count; ++i) ++v[index[i]];
  }
  return v[u[0]] > 0;
}

// Loads of which each waits for the one before; a line each where the footprint is large.
enum { words_of_line = 16 };
static void init_chase(long size, long t) {
  n = size / 64;
  turns = t;
  const uint32_t* const next = random_cycle(n);
  u = words(n * words_of_line, 1);
  for (long i = 0; i < n; ++i) u[i * words_of_line] = next[i] * words_of_line;
  at = 0;
}
static double chase(void) {
  uint32_t p = at;
  for (long t = 0; t < turns; ++t) p = u[p];
  at = p;
  return p < (uint32_t)n * words_of_line;
}
// Four chains at once, far from each other on the cycle.
static uint32_t ats[4];
static void init_four(long size, long t) {
  init_chase(size, t);
  for (long i = 0; i < n; ++i) {
    if (i % (n / 4) == 0 && i / (n / 4) < 4) ats[i / (n / 4)] = at;
    at = u[at];
  }
}
static double chase_four(void) {
  uint32_t p = ats[0], q = ats[1], r = ats[2], s = ats[3];
  for (long t = 0; t < turns; ++t) {
    p = u[p];
    q = u[q];
    r = u[r];
    s = u[s];
  }
  ats[0] = p, ats[1] = q, ats[2] = r, ats[3] = s;
  return (p | q | r | s) < (uint32_t)n * words_of_line * 2;
}
// A list whose elements carry something that is worked on.
static double list(void) {
  uint32_t p = at;
  double s = 0;
  for (long t = 0; t < turns; ++t) {
    for (int i = 1; i < 5; ++i) s += (double)(u[p + (uint32_t)i] ^ p) * 0.5;
    p = u[p];
  }
  at = p;
  return s > 0;
}

static void init_square(long size, long t) {
  init_streams(size * size, t);
  n = size;
}
static NOINLINE void transpose_once(double* restrict to, const double* restrict from) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) to[j * n + i] = from[i * n + j];
}
static double transpose(void) {
  for (long t = 0; t < turns; ++t) transpose_once(a, b);
  return a[n] + a[n / 2];
}
// In tiles that the first cache holds.
static NOINLINE void transpose_tiles_once(double* restrict to, const double* restrict from) {
  enum { tile = 20 };
  for (long i = 0; i < n; i += tile)
    for (long j = 0; j < n; j += tile)
      for (long k = i; k < i + tile; ++k)
        for (long l = j; l < j + tile; ++l) to[l * n + k] = from[k * n + l];
}
static double transpose_tiles(void) {
  for (long t = 0; t < turns; ++t) transpose_tiles_once(a, b);
  return a[n] + a[n / 2];
}

// Binary searches in a table that no cache holds.
static void init_sorted(long size, long t) {
  n = size;
  turns = t;
  u = words(n, 1);
  v = words(4 * turns, 1u << 31);
  for (long i = 0; i < n; ++i) u[i] = (uint32_t)((double)(1u << 31) / (double)n * (double)i);
}
static double search(void) {
  begin = (begin + turns) % (4 * turns);
  long s = 0;
  for (long t = begin; t < begin + turns; ++t) {
    long low = 0, high = n;
    while (low < high) {
      const long middle = (low + high) / 2;
      if (u[middle] < v[t])
        low = middle + 1;
      else
        high = middle;
    }
    s += low;
  }
  return (double)(s > 0);
}

const struct kernel cache_kernels[] = {
    {"triad_l2", memory_bound, all_builds, 0, init_streams, triad, 9000, 250},
    {"triad_l3", memory_bound, o2 | o3_v3, 0, init_streams, triad, 170000, 8},
    {"triad_memory", memory_bound, o2 | o3_v3, o2 | o3_v3, init_streams, triad, 4000000, 1},
    {"copy_l2", memory_bound, o2 | o3_v3, 0, init_streams, copy, 12000, 250},
    {"copy_memory", memory_bound, o2, 0, init_streams, copy, 4000000, 1},
    {"sum_l2", memory_bound, o2 | o3_v3, 0, init_one, sum, 25000, 150},
    {"sum_memory", memory_bound, o2 | o3_v3, 0, init_one, sum, 8000000, 1},
    {"fill_memory", memory_bound, o2, 0, init_one, fill, 8000000, 1},
    {"lines_l2", memory_bound, o2, 0, init_one, stride, 25000, 8},
    {"lines_memory", memory_bound, o2, 0, init_one, stride, 16000000, 520},
    {"gather_l2", memory_bound, o2 | o3_v3, 0, init_gather, gather, 12000, 10000},
    {"gather_l3", memory_bound, o2, 0, init_gather, gather, 500000, accesses},
    {"gather_memory", memory_bound, o2 | o3_v3, 0, init_gather, gather, 12000000, accesses},
    {"scatter_memory", memory_bound, o2, 0, init_gather, scatter, 12000000, accesses},
    {"histogram_l1", memory_bound, o2, 0, init_histogram, histogram, 1000, 1000},
    {"histogram_memory", memory_bound, o2, 0, init_histogram, histogram, 20000000, accesses},
    {"chase_l1", memory_bound, o2, 0, init_chase, chase, 16384, 1200000},
    {"chase_l2", memory_bound, o2, 0, init_chase, chase, 200000, 400000},
    {"chase_l3", memory_bound, o2, 0, init_chase, chase, 4000000, 80000},
    {"chase_memory", memory_bound, o2, 0, init_chase, chase, 128000000, 40000},
    {"chase_four", memory_bound, o2, 0, init_four, chase_four, 128000000, 30000},
    {"list_l2", memory_bound, o2, 0, init_chase, list, 200000, 200000},
    {"list_memory", memory_bound, o2, 0, init_chase, list, 128000000, 40000},
    {"transpose_l2", memory_bound, o2, 0, init_square, transpose, 120, 200},
    {"transpose_memory", memory_bound, o2, 0, init_square, transpose, 2000, 1},
    {"transpose_tiles", memory_bound, o2 | o3_v3, 0, init_square, transpose_tiles, 2000, 1},
    {"search_memory", memory_bound, o2, 0, init_sorted, search, 24000000, 8000},
    {0}};
