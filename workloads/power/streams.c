// Change of stream: multiply-adds near the peak beside a number of streams from memory.
//
//   streams STREAMS [ELEMENTS [STEPS]] [--seconds S | --repetitions N]
//                                                             (default 4194304 elements, 33 steps)
//
// Each element goes through STEPS (odd) multiply-adds x = x * -1 + term, twelve vectors side by
// side, so that none waits for the one before it. The first array, of ELEMENTS, is read and
// written; each of the STREAMS - 1 others is read for the term of one step; the terms of the other
// steps are a register. With 0 streams all stays in registers. The traffic of memory so is
// STREAMS + 1 times 8 bytes for STEPS multiply-adds. After A. Kuroda et al. (the K computer's
// power, 2015), section 3.1, loop 1. All sums are exact: an odd number of steps turns a into b - a,
// twice that gives a again. Phases: init, streams, check. Exit status: 1 where an element is wrong.
#include "run.h"

enum { side_by_side = 12, group = side_by_side * lanes, max_streams = 32 };

struct field {
  int streams;
  long groups;  // of elements
  long steps;
  double turn, term;  // -1 and what the compiler knows no better
  double* stream[max_streams];
};

static double element_of(int stream, long index) {
  return exact_random((uint64_t)index * max_streams + (uint64_t)stream);
}

// x[] through a number of steps whose term is a register.
ALWAYS_INLINE void step(vector* x, long steps, double turn, double term) {
  const vector turns = turn - (vector){0}, terms = term - (vector){0};
  for (long k = 0; k < steps; ++k) {
    UNROLL
    for (int u = 0; u < side_by_side; ++u) x[u] = x[u] * turns + terms;
  }
}

NOINLINE void group_in_memory(const struct field* f, long g) {
  vector x[side_by_side];
  vector* const a = (vector*)f->stream[0] + g * side_by_side;
  const vector turns = f->turn - (vector){0};
  UNROLL
  for (int u = 0; u < side_by_side; ++u) x[u] = a[u];
  for (int s = 1; s < f->streams; ++s) {
    const vector* const terms = (const vector*)f->stream[s] + g * side_by_side;
    UNROLL
    for (int u = 0; u < side_by_side; ++u) x[u] = x[u] * turns + terms[u];
  }
  step(x, f->steps - (f->streams - 1), f->turn, f->term);
  UNROLL
  for (int u = 0; u < side_by_side; ++u) a[u] = x[u];
}

// As many steps as `groups` groups have, in the registers of one.
NOINLINE void groups_in_registers(const struct field* f, double* group_of_thread, long groups) {
  vector x[side_by_side];
  vector* const a = (vector*)group_of_thread;
  UNROLL
  for (int u = 0; u < side_by_side; ++u) x[u] = a[u];
  for (long g = 0; g < groups; ++g) step(x, f->steps, f->turn, f->term);
  UNROLL
  for (int u = 0; u < side_by_side; ++u) a[u] = x[u];
}

static void sweep(void* data, long count) {
  const struct field* const f = data;
#pragma omp parallel
  for (long n = 0; n < count; ++n) {
    if (f->streams == 0) {
      groups_in_registers(f, f->stream[0] + (long)omp_get_thread_num() * group,
                          f->groups / omp_get_num_threads());
    } else {
#pragma omp for schedule(static) nowait
      for (long g = 0; g < f->groups; ++g) group_in_memory(f, g);
    }
  }
}

// With 0 streams, the elements are what each thread has in its registers.
static long elements_of(const struct field* f) {
  return f->streams == 0 ? (long)omp_get_max_threads() * group : f->groups * group;
}

static void make_streams(struct field* f) {
  const long elements = elements_of(f);
  for (int s = 0; s < f->streams || s == 0; ++s) {
    f->stream[s] = page_aligned((size_t)elements * sizeof(double));
#pragma omp parallel for schedule(static)
    for (long i = 0; i < elements; ++i) f->stream[s][i] = element_of(s, i);
  }
}

// What the element is after an odd number of sweeps, in the plainest way.
static double turned(const struct field* f, long i) {
  double x = element_of(0, i);
  for (long k = 1; k <= f->steps; ++k) x = (k < f->streams ? element_of((int)k, i) : f->term) - x;
  return x;
}

static long wrong_elements(const struct field* f, long repetitions) {
  const long share = f->groups / omp_get_max_threads();  // of a thread's groups, with 0 streams
  const int odd = (int)((f->streams == 0 ? repetitions % 2 * share : repetitions) % 2);
  long wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
  for (long i = 0; i < elements_of(f); ++i)
    wrong += f->stream[0][i] != (odd ? turned(f, i) : element_of(0, i));
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a =
      read_arguments(argc, argv, "streams", "STREAMS [ELEMENTS [STEPS]]", 1, 3);
  struct field f = {.turn = hidden(-1.0), .term = hidden(exact_random(7))};
  f.streams = (int)whole_number(&a, 0, 0, 0, max_streams, "STREAMS is a number from 0 to 32");
  const long elements =
      whole_number(&a, 1, 4194304, 1, 1L << 40, "ELEMENTS is a positive whole number");
  f.steps = whole_number(&a, 2, 33, 1, 1000001, "STEPS is an odd number");
  if (f.steps % 2 == 0 || f.steps < f.streams - 1)
    refuse(&a, "STEPS is odd, and at least STREAMS - 1", a.count > 2 ? a.words[2] : "33");
  f.groups = (elements + group - 1) / group;
  if (f.streams == 0 && f.groups < omp_get_max_threads()) f.groups = omp_get_max_threads();

  hpcast_phase("init");
  make_streams(&f);

  hpcast_phase("streams");
  const struct duration took = go_on(&a, sweep, &f);

  hpcast_phase("check");
  const double swept = (double)f.groups * group * (double)took.repetitions / took.seconds;
  double sum = 0.0;
  for (long i = 0; i < elements_of(&f); ++i) sum += f.stream[0][i];
  printf(
      "streams: %d, %ld elements, %ld steps, %ld repetitions, %.3f GB/s, %.3f GFLOP/s, "
      "checksum %.6f\n",
      f.streams, f.groups * group, f.steps, took.repetitions,
      f.streams == 0 ? 0.0 : 8e-9 * (f.streams + 1) * swept, 2e-9 * (double)f.steps * swept, sum);
  const long wrong = wrong_elements(&f, took.repetitions);
  if (wrong) fprintf(stderr, "streams: %ld elements are wrong\n", wrong);
  return wrong != 0;
}
