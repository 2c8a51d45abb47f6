// Change of floating-point calculation: multiply-adds in registers, each of which waits for the one
// DISTANCE before it, and integer operations beside them.
//
//   chain DISTANCE [INTEGERS] [--seconds S | --repetitions N]
//
// DISTANCE (1 to 12) chains x = x * -1 + term run side by side, a vector each; the longer the
// distance from a register's definition to its use, the nearer to the peak. Beside each DISTANCE of
// them, INTEGERS (0 to 16) times y = 5 y + n is computed on one of four integers. A repetition is
// 10001 rounds. After A. Kuroda et al. (2015), section 3.1, loops 5 and 6. Phases: init, chain,
// check. Exit status: 1 where a register does not hold what its closed form says.
#include "run.h"

enum { longest = 12, most_integers = 16, integer_chains = 4, rounds = 10001 };

struct registers {
  double x[longest][lanes];
  uint64_t y[integer_chains];
} __attribute__((aligned(128)));

struct work {
  int distance, integers;
  double turn, term;
  uint64_t increment;
  struct registers* of_thread;
};

ALWAYS_INLINE void run_rounds(const struct work* w, struct registers* r, const int distance,
                              long count) {
  vector x[longest];
  uint64_t y[integer_chains];
  const vector turn = w->turn - (vector){0}, term = w->term - (vector){0};
  UNROLL
  for (int d = 0; d < distance; ++d) x[d] = *(const vector*)r->x[d];
  for (int i = 0; i < integer_chains; ++i) y[i] = r->y[i];
  for (long n = 0; n < count; ++n) {
    UNROLL
    for (int d = 0; d < distance; ++d) x[d] = x[d] * turn + term;
    for (int i = 0; i < w->integers; i += integer_chains) {
      UNROLL
      for (int k = 0; k < integer_chains; ++k) y[k] = 5 * y[k] + w->increment;
    }
  }
  UNROLL
  for (int d = 0; d < distance; ++d) *(vector*)r->x[d] = x[d];
  for (int i = 0; i < integer_chains; ++i) r->y[i] = y[i];
}

#define CHAIN(n)                                                                   \
  NOINLINE void chain_##n(const struct work* w, struct registers* r, long count) { \
    run_rounds(w, r, n, count);                                                    \
  }
CHAIN(1)
CHAIN(2)
CHAIN(3)
CHAIN(4)
CHAIN(5)
CHAIN(6)
CHAIN(7)
CHAIN(8)
CHAIN(9)
CHAIN(10)
CHAIN(11)
CHAIN(12)

static void (*const chains[])(const struct work*, struct registers*, long) = {
    chain_1, chain_2, chain_3, chain_4,  chain_5,  chain_6,
    chain_7, chain_8, chain_9, chain_10, chain_11, chain_12};

static void repeat(void* data, long count) {
  const struct work* const w = data;
#pragma omp parallel
  chains[w->distance - 1](w, w->of_thread + omp_get_thread_num(), count * rounds);
}

static void fill(struct work* w, int threads) {
  w->of_thread = page_aligned((size_t)threads * sizeof(struct registers));
  for (int t = 0; t < threads; ++t) {
    for (int d = 0; d < longest; ++d)
      for (int l = 0; l < lanes; ++l)
        w->of_thread[t].x[d][l] = exact_random((uint64_t)((t * longest + d) * lanes + l));
    for (int i = 0; i < integer_chains; ++i)
      w->of_thread[t].y[i] = random_bits((uint64_t)(t * integer_chains + i));
  }
}

// y = 5 y + n so many times, by squaring: a step is a pair of a factor and a term.
static uint64_t after(uint64_t y, uint64_t n, uint64_t times) {
  for (uint64_t factor = 5, term = n; times > 0; times >>= 1) {
    if (times & 1) y = factor * y + term;
    term = factor * term + term;
    factor = factor * factor;
  }
  return y;
}

// Multiples of 2^-44 turn over into each other exactly: an even number of steps changes nothing.
static int wrong_registers(const struct work* w, int threads, long repetitions) {
  struct work first = *w;
  fill(&first, threads);
  const uint64_t times = (uint64_t)(w->integers / integer_chains) * rounds * (uint64_t)repetitions;
  const int odd = rounds % 2 && repetitions % 2;
  int wrong = 0;
  for (int t = 0; t < threads; ++t) {
    const struct registers *const was = first.of_thread + t, *const is = w->of_thread + t;
    for (int d = 0; d < w->distance; ++d)
      for (int l = 0; l < lanes; ++l)
        wrong += is->x[d][l] != (odd ? w->term - was->x[d][l] : was->x[d][l]);
    for (int i = 0; i < integer_chains; ++i)
      wrong += is->y[i] != after(was->y[i], w->increment, times);
  }
  free(first.of_thread);
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "chain", "DISTANCE [INTEGERS]", 1, 2);
  const int threads = omp_get_max_threads();
  struct work w = {.turn = hidden(-1.0), .term = hidden(exact_random(7)), .increment = 12345};
  w.distance = (int)whole_number(&a, 0, 1, 1, longest, "DISTANCE is a number from 1 to 12");
  w.integers = (int)whole_number(&a, 1, 0, 0, most_integers, "INTEGERS is a number from 0 to 16");
  if (w.integers % integer_chains != 0) refuse(&a, "INTEGERS is a multiple of 4", a.words[1]);

  hpcast_phase("init");
  fill(&w, threads);

  hpcast_phase("chain");
  const struct duration took = go_on(&a, repeat, &w);

  hpcast_phase("check");
  const double a_second = (double)threads * rounds * (double)took.repetitions / took.seconds;
  const int wrong = wrong_registers(&w, threads, took.repetitions);
  printf(
      "chain: distance %d, %d integers, %ld repetitions, %.3f G steps/s, %.3f GFLOP/s, "
      "checksum %.6f\n",
      w.distance, w.integers, took.repetitions, 1e-9 * w.integers * a_second,
      2e-9 * w.distance * lanes * a_second, w.of_thread->x[0][0] + (double)w.of_thread->y[0]);
  if (wrong) fprintf(stderr, "chain: %d registers are wrong\n", wrong);
  return wrong != 0;
}
