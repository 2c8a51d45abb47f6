// Quicksort of whole numbers: compares, exchanges and branches that nobody can foresee.
//
//   quicksort [NUMBERS] [--seconds S | --repetitions N]     (default 100000)
//
// Each thread sorts NUMBERS numbers of its own, other ones in each repetition: partition around the
// median of three, short stretches by insertion (R. Sedgewick, Implementing quicksort programs,
// CACM 21, 1978). After A. Kuroda et al. (2015), section 3.1, loop 6. Phases: init, quicksort,
// check. Exit status: 1 where the last numbers are not what the C library's qsort makes of them.
#include "run.h"

enum { shortest = 12 };

struct sorting {
  long length;
  long repetition;
  int32_t* of_thread;
};

static void exchange(int32_t* a, int32_t* b) {
  const int32_t was = *a;
  *a = *b;
  *b = was;
}

static void insert_all(int32_t* v, long n) {
  for (long i = 1; i < n; ++i) {
    const int32_t value = v[i];
    long at = i;
    for (; at > 0 && v[at - 1] > value; --at) v[at] = v[at - 1];
    v[at] = value;
  }
}

// The median of the first, the middle and the last, which afterwards are in order.
static int32_t median(int32_t* v, long n) {
  int32_t *const first = v, *const middle = v + n / 2, *const last = v + n - 1;
  if (*middle < *first) exchange(middle, first);
  if (*last < *first) exchange(last, first);
  if (*last < *middle) exchange(last, middle);
  return *middle;
}

NOINLINE void sort(int32_t* v, long n) {
  while (n > shortest) {
    const int32_t pivot = median(v, n);
    long low = 0, high = n - 1;
    while (low <= high) {
      while (v[low] < pivot) ++low;
      while (v[high] > pivot) --high;
      if (low <= high) exchange(v + low++, v + high--);
    }
    // The shorter part by a call, the other one in the loop: the stack stays small.
    if (high + 1 < n - low) {
      sort(v, high + 1);
      v += low;
      n -= low;
    } else {
      sort(v + low, n - low);
      n = high + 1;
    }
  }
  insert_all(v, n);
}

NOINLINE void make_numbers(int32_t* v, long n, int thread, long repetition) {
  const uint64_t seed = ((uint64_t)repetition << 24) + ((uint64_t)thread << 48);
  for (long i = 0; i < n; ++i) v[i] = (int32_t)random_bits(seed * 977 + (uint64_t)i);
}

static void repeat(void* data, long count) {
  struct sorting* const s = data;
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    int32_t* const v = s->of_thread + thread * s->length;
    for (long r = 0; r < count; ++r) {
      make_numbers(v, s->length, thread, s->repetition + r);
      sort(v, s->length);
    }
  }
  s->repetition += count;
}

static int compare(const void* a, const void* b) {
  const int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
  return (x > y) - (x < y);
}

static long wrong_numbers(const struct sorting* s, int threads) {
  int32_t* const expected = page_aligned((size_t)s->length * sizeof(int32_t));
  long wrong = 0;
  for (int t = 0; t < threads; ++t) {
    make_numbers(expected, s->length, t, s->repetition - 1);
    qsort(expected, (size_t)s->length, sizeof(int32_t), compare);
    for (long i = 0; i < s->length; ++i) wrong += s->of_thread[t * s->length + i] != expected[i];
  }
  free(expected);
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "quicksort", "[NUMBERS]", 0, 1);
  struct sorting s = {0};
  s.length = whole_number(&a, 0, 100000, 1, 1L << 30, "NUMBERS is a positive whole number");
  const int threads = omp_get_max_threads();

  hpcast_phase("init");
  s.of_thread = page_aligned((size_t)(threads * s.length) * sizeof(int32_t));
  memset(s.of_thread, 0, (size_t)(threads * s.length) * sizeof(int32_t));

  hpcast_phase("quicksort");
  const struct duration took = go_on(&a, repeat, &s);

  hpcast_phase("check");
  const double sorted = (double)s.length * threads * (double)took.repetitions / took.seconds;
  printf("quicksort: %ld numbers a thread, %ld repetitions, %.3f M numbers/s, median %d\n",
         s.length, took.repetitions, 1e-6 * sorted, (int)s.of_thread[s.length / 2]);
  const long wrong = wrong_numbers(&s, threads);
  if (wrong) fprintf(stderr, "quicksort: %ld numbers are in the wrong place\n", wrong);
  return wrong != 0;
}
