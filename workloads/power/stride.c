// Change of stride: elements copied one by one, their index counted in floating point.
//
//   stride STRIDE [ELEMENTS] [--seconds S | --repetitions N]     (default 1048576 elements)
//
// Each thread copies b[j] to a[j] of its own arrays of ELEMENTS (1 to 2^31) with j = 0, STRIDE,
// 2 STRIDE, ..., cut off to whole numbers. STRIDE is a multiple of 1/16 from 0 to 64; with 0 one
// element is copied over and over. The wider the stride, up to a line of the caches, the more
// memory moves for each addition. After A. Kuroda et al. (2015), section 3.1, loop 2. Phases: init,
// stride, check. Exit status: 1 where an element that is to be copied was not, or another one was.
#include "run.h"

struct columns {
  double stride;
  long elements, steps;  // of a thread
  double *from, *to;     // of all threads
};

NOINLINE void copy(double* to, const double* from, double stride, long steps) {
  double index = 0.0;
  for (long i = 0; i < steps; ++i) {
    const long j = (long)index;
    to[j] = from[j];
    index += stride;
  }
}

static void sweep(void* data, long count) {
  const struct columns* const c = data;
#pragma omp parallel
  {
    const long first = omp_get_thread_num() * c->elements;
    for (long n = 0; n < count; ++n) copy(c->to + first, c->from + first, c->stride, c->steps);
  }
}

// By the thread that copies them.
static void fill(struct columns* c, int threads) {
  const size_t bytes = (size_t)(threads * c->elements) * sizeof(double);
  c->from = page_aligned(bytes);
  c->to = page_aligned(bytes);
#pragma omp parallel for schedule(static)
  for (int t = 0; t < threads; ++t)
    for (long i = t * c->elements; i < (t + 1) * c->elements; ++i) {
      c->from[i] = exact_random((uint64_t)i);
      c->to[i] = 0.0;
    }
}

// Whether some multiple of the stride begins with the whole number j.
static int is_copied(const struct columns* c, long j) {
  if (c->stride == 0.0) return j == 0;
  return floor(ceil((double)j / c->stride) * c->stride) == (double)j;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "stride", "STRIDE [ELEMENTS]", 1, 2);
  const int threads = omp_get_max_threads();
  char* end;
  struct columns c = {.stride = strtod(a.words[0], &end)};
  const double sixteenths = 16 * c.stride;
  if (end == a.words[0] || *end != '\0' || !(c.stride >= 0 && c.stride <= 64) ||
      sixteenths != floor(sixteenths))
    refuse(&a, "STRIDE is a multiple of 1/16 from 0 to 64", a.words[0]);
  c.elements = whole_number(&a, 1, 1048576, 1, 1L << 31, "ELEMENTS is a positive whole number");
  c.steps = c.stride == 0.0 ? c.elements : (long)((double)(c.elements - 1) / c.stride) + 1;

  hpcast_phase("init");
  fill(&c, threads);

  hpcast_phase("stride");
  const struct duration took = go_on(&a, sweep, &c);

  hpcast_phase("check");
  const double copied =
      (double)c.steps * threads * (double)took.repetitions / took.seconds;  // a second
  double sum = 0.0;
  long wrong = 0;
  for (long i = 0; i < threads * c.elements; ++i) {
    sum += c.to[i];
    wrong += c.to[i] != (is_copied(&c, i % c.elements) ? c.from[i] : 0.0);
  }
  printf(
      "stride: %g, %ld elements a thread, %ld repetitions, %.3f GB/s, %.3f GFLOP/s, "
      "checksum %.6f\n",
      c.stride, c.elements, took.repetitions, 16e-9 * copied, 1e-9 * copied, sum);
  if (wrong) fprintf(stderr, "stride: %ld elements are wrong\n", wrong);
  return wrong != 0;
}
