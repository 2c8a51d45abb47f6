// EP, embarrassingly parallel: Gaussian deviates by the acceptance-rejection method, counted in
// square annuli.  ep [S|W|A]
#include "npb.h"

enum { log2_batch = 16, batch = 1 << log2_batch, annuli = 10 };

static const struct {
  int log2_pairs;
  double sum_x, sum_y;
} problems[npb_classes] = {
    {24, -3.247834652034740e+3, -6.958407078382297e+3},
    {25, -2.863319731645753e+3, -6.320053679109499e+3},
    {28, -4.295875165629892e+3, -1.580732573678431e+4},
};

struct tally {
  double sum_x, sum_y;
  double count[annuli];
};

static void process_batch(long index, double* numbers, struct tally* t) {
  uint64_t state = npb_skip(271828183, 2ULL * batch * (uint64_t)index);
  for (long i = 0; i < 2 * batch; ++i) numbers[i] = npb_random(&state);
  for (long i = 0; i < batch; ++i) {
    const double x = 2.0 * numbers[2 * i] - 1.0, y = 2.0 * numbers[2 * i + 1] - 1.0;
    const double square = x * x + y * y;
    if (square > 1.0) continue;
    const double factor = sqrt(-2.0 * log(square) / square);
    const double gx = x * factor, gy = y * factor;
    t->count[(int)fmax(fabs(gx), fabs(gy))] += 1.0;
    t->sum_x += gx;
    t->sum_y += gy;
  }
}

static void add(struct tally* total, const struct tally* part) {
  total->sum_x += part->sum_x;
  total->sum_y += part->sum_y;
  for (int i = 0; i < annuli; ++i) total->count[i] += part->count[i];
}

static struct tally process(int log2_pairs) {
  struct tally total = {0};
#pragma omp parallel
  {
    struct tally mine = {0};
    double* numbers = npb_allocate(2 * batch * sizeof(double));
#pragma omp for schedule(static)
    for (long k = 0; k < 1L << (log2_pairs - log2_batch); ++k) process_batch(k, numbers, &mine);
#pragma omp critical
    add(&total, &mine);
    free(numbers);
  }
  return total;
}

int main(int argc, char** argv) {
  const enum npb_class c = npb_class_argument(argc, argv);
  hpcast_phase("ep");
  const double start = npb_seconds();
  const struct tally t = process(problems[c].log2_pairs);
  const double took = npb_seconds() - start;

  hpcast_phase("check");
  double pairs = 0.0;
  for (int i = 0; i < annuli; ++i) pairs += t.count[i];
  printf("ep: %.0f pairs, sums %.12e %.12e\n", pairs, t.sum_x, t.sum_y);
  return npb_verdict(
      "ep", c, took,
      npb_close(t.sum_x, problems[c].sum_x, 1e-8) && npb_close(t.sum_y, problems[c].sum_y, 1e-8));
}
