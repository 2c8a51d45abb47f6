// STREAM's four loops (copy, scale, add, triad) in a footprint of any size.
//
//   stream [BYTES] [--seconds S | --repetitions N]     (default 12 KiB: 12288)
//
// BYTES is what the three arrays of a thread take together; each thread goes round its own. A
// repetition is c = a, b = s c, c = a + b, a = b + s c; with s = sqrt(2) - 1 it leaves a as it was.
// After A. Kuroda et al. (2015), section 3.1, loop 3, where all threads together had 12 KiB, 576
// KiB and 94 MiB. Phases: init, stream, check. Exit status: 1 where an element is wrong.
#include "run.h"

struct arrays {
  long elements;  // of an array
  double scale;
  double* all;
};

// Between the arrays, so that they do not all begin at the same place of a page.
enum { gap = 24 };
static long stride_of(const struct arrays* s) { return 3 * (s->elements + gap); }

NOINLINE void copy(double* restrict c, const double* restrict a, long n) {
  for (long i = 0; i < n; ++i) c[i] = a[i];
}
NOINLINE void scale(double* restrict b, const double* restrict c, double s, long n) {
  for (long i = 0; i < n; ++i) b[i] = s * c[i];
}
NOINLINE void add(double* restrict c, const double* restrict a, const double* restrict b, long n) {
  for (long i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
NOINLINE void triad(double* restrict a, const double* restrict b, const double* restrict c,
                    double s, long n) {
  for (long i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}

static void sweep(void* data, long count) {
  const struct arrays* const s = data;
#pragma omp parallel
  {
    const long n = s->elements;
    double* const a = s->all + omp_get_thread_num() * stride_of(s);
    double *const b = a + n + gap, *const c = b + n + gap;
    for (long r = 0; r < count; ++r) {
      copy(c, a, n);
      scale(b, c, s->scale, n);
      add(c, a, b, n);
      triad(a, b, c, s->scale, n);
    }
  }
}

static double first_value(int thread, long i) {
  return exact_random(((uint64_t)thread << 40) + (uint64_t)i);
}

static void fill(struct arrays* s, int threads) {
  s->all = page_aligned((size_t)(threads * stride_of(s)) * sizeof(double));
#pragma omp parallel for schedule(static)
  for (int t = 0; t < threads; ++t) {
    double* const a = s->all + t * stride_of(s);
    for (long i = 0; i < stride_of(s); ++i) a[i] = 0.0;
    for (long i = 0; i < s->elements; ++i) a[i] = first_value(t, i);
  }
}

// Each repetition may be off by some last digits.
static long wrong_elements(const struct arrays* s, int threads, long repetitions) {
  const double tolerance = 1e-14 + 1e-15 * (double)repetitions;
  long wrong = 0;
  for (int t = 0; t < threads; ++t)
    for (long i = 0; i < s->elements; ++i) {
      const double a = first_value(t, i);
      const double* const here = s->all + t * stride_of(s) + i;
      const double b = here[s->elements + gap], c = here[2 * (s->elements + gap)];
      wrong += !(fabs(here[0] / a - 1) <= tolerance && fabs(b / (s->scale * a) - 1) <= tolerance &&
                 fabs(c / (a + s->scale * a) - 1) <= tolerance);
    }
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "stream", "[BYTES]", 0, 1);
  const long bytes = whole_number(&a, 0, 12288, 24, 1L << 44, "BYTES is 24 or more");
  const int threads = omp_get_max_threads();
  struct arrays s = {.elements = bytes / 24, .scale = sqrt(2.0) - 1.0};

  hpcast_phase("init");
  fill(&s, threads);

  hpcast_phase("stream");
  const struct duration took = go_on(&a, sweep, &s);

  hpcast_phase("check");
  const double rate = (double)s.elements * threads * (double)took.repetitions / took.seconds;
  double sum = 0.0;
  for (long i = 0; i < s.elements; ++i) sum += s.all[i];
  printf("stream: %ld bytes a thread, %ld repetitions, %.3f GB/s, %.3f GFLOP/s, checksum %.3f\n",
         24 * s.elements, took.repetitions, 80e-9 * rate, 4e-9 * rate, sum);
  const long wrong = wrong_elements(&s, threads, took.repetitions);
  if (wrong) fprintf(stderr, "stream: %ld elements are wrong\n", wrong);
  return wrong != 0;
}
