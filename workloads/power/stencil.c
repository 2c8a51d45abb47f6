// Finite differences: waves in a box, by the seven-point stencil and leapfrog steps.
//
//   stencil [N] [--seconds S | --repetitions N]     (default 160: N^3 points)
//
// u(t + 1) = 2 u(t) - u(t - 1) + c^2 (sum of the six neighbours - 6 u(t)), u being 0 around the
// box. The first mode, sin sin sin, goes on as cos(w t) times itself with sin^2(w / 2) = 3 c^2
// sin^2(pi / 2 (N + 1)): the steps' result is known, whenever they end. A repetition is two steps.
// Phases: init, stencil, check. Exit status: 1 where a point is not what that says.
#include "run.h"

static const double courant = 0.25;  // c^2

struct box {
  long n;          // points inside along an edge; with the walls, n + 2
  double* now[2];  // u(t), u(t - 1); by turns
};

static long edge(const struct box* b) { return b->n + 2; }

NOINLINE void update_row(double* restrict next, const double* now, long row, long plane, long n) {
  for (long i = 0; i < n; ++i) {
    const double around =
        now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + now[i - plane] + now[i + plane];
    next[i] = 2.0 * now[i] - next[i] + courant * (around - 6.0 * now[i]);
  }
}

// In the place of what was before.
static void step(const struct box* b, const double* now, double* next) {
  const long row = edge(b), plane = row * row;
#pragma omp for schedule(static)
  for (long k = 1; k <= b->n; ++k)
    for (long j = 1; j <= b->n; ++j) {
      const long at = k * plane + j * row + 1;
      update_row(next + at, now + at, row, plane, b->n);
    }
}

static void repeat(void* data, long count) {
  const struct box* const b = data;
#pragma omp parallel
  for (long r = 0; r < count; ++r) {
    step(b, b->now[0], b->now[1]);
    step(b, b->now[1], b->now[0]);
  }
}

static double angle(const struct box* b) { return acos(-1.0) / (double)(b->n + 1); }
static double frequency(const struct box* b) {
  return 2.0 * asin(sqrt(3.0 * courant) * sin(angle(b) / 2));
}

// The first mode at the points of a row of planes.
static void make_mode(const struct box* b, double* u, double factor) {
  const long row = edge(b);
#pragma omp parallel for schedule(static)
  for (long k = 0; k < row; ++k)
    for (long j = 0; j < row; ++j)
      for (long i = 0; i < row; ++i) {
        const int wall = i % (row - 1) == 0 || j % (row - 1) == 0 || k % (row - 1) == 0;
        u[(k * row + j) * row + i] = wall ? 0.0
                                          : factor * sin((double)i * angle(b)) *
                                                sin((double)j * angle(b)) *
                                                sin((double)k * angle(b));
      }
}

// Rounding adds up over the steps, the more the slower the wave.
static long wrong_points(const struct box* b, long steps) {
  const long points = edge(b) * edge(b) * edge(b);
  const double tolerance = 1e-12 + 1e-15 * (double)steps / frequency(b);
  double* const expected = page_aligned((size_t)points * sizeof(double));
  make_mode(b, expected, cos(frequency(b) * (double)steps));
  long wrong = 0;
  for (long i = 0; i < points; ++i) wrong += !(fabs(b->now[0][i] - expected[i]) <= tolerance);
  free(expected);
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "stencil", "[N]", 0, 1);
  struct box b = {.n = whole_number(&a, 0, 160, 1, 4000, "N is a number from 1 to 4000")};
  const size_t bytes = (size_t)(edge(&b) * edge(&b) * edge(&b)) * sizeof(double);

  hpcast_phase("init");
  for (int i = 0; i < 2; ++i) {
    b.now[i] = page_aligned(bytes);
    make_mode(&b, b.now[i], cos(frequency(&b) * i));
  }

  hpcast_phase("stencil");
  const struct duration took = go_on(&a, repeat, &b);

  hpcast_phase("check");
  const double rate = 2.0 * (double)(b.n * b.n * b.n) * (double)took.repetitions / took.seconds;
  printf("stencil: %ld^3 points, %ld repetitions, %.3f GB/s, %.3f GFLOP/s, u in the middle %.9f\n",
         b.n, took.repetitions, 24e-9 * rate, 10e-9 * rate,
         b.now[0][((b.n + 1) / 2) * (edge(&b) * edge(&b) + edge(&b) + 1)]);
  const long wrong = wrong_points(&b, 2 * took.repetitions);
  if (wrong) fprintf(stderr, "stencil: %ld points are wrong\n", wrong);
  return wrong != 0;
}
