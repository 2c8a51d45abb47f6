// Lattice QCD's innermost loop: 3 x 3 complex matrices on the links of a four-dimensional lattice
// times vectors on its sites.
//
//   su3 [N] [--seconds S | --repetitions N]     (default 16: N^4 sites)
//
// y(s) = sum over the directions d of U_d(s) x(s + d) - U_d(s - d)^H x(s - d), periodic: the
// hopping of staggered quarks. The numbers are small multiples of 1/128, so that all sums are
// exact. Phases: init, su3, check. Exit status: 1 where a site's y is not what C's complex
// arithmetic gives.
#include <complex.h>

#include "run.h"

enum { colours = 3, directions = 4, parts = 2 };

struct matrix {
  double e[colours][colours][parts];
};
struct column {
  double e[colours][parts];
};

struct lattice {
  long n, sites;
  struct matrix (*link)[directions];                    // from a site in a direction
  int32_t (*ahead)[directions], (*behind)[directions];  // the neighbours
  struct column *x, *y;
};

static double small_random(uint64_t index) {
  return (double)((int64_t)(random_bits(index) >> 56) - 128) / 128.0;
}

ALWAYS_INLINE void add_product(double sum[parts], const double a[parts], const double b[parts]) {
  sum[0] += a[0] * b[0] - a[1] * b[1];
  sum[1] += a[0] * b[1] + a[1] * b[0];
}
// Less the conjugate of a times b.
ALWAYS_INLINE void less_conjugate(double sum[parts], const double a[parts], const double b[parts]) {
  sum[0] -= a[0] * b[0] + a[1] * b[1];
  sum[1] -= a[0] * b[1] - a[1] * b[0];
}

NOINLINE void hop(const struct lattice* l, long site) {
  struct column sum = {{{0}}};
  for (int d = 0; d < directions; ++d) {
    const long ahead = l->ahead[site][d], behind = l->behind[site][d];
    const struct matrix *const u = &l->link[site][d], *const v = &l->link[behind][d];
    const struct column *const x = l->x + ahead, *const w = l->x + behind;
    UNROLL
    for (int i = 0; i < colours; ++i) {
      UNROLL
      for (int j = 0; j < colours; ++j) {
        add_product(sum.e[i], u->e[i][j], x->e[j]);
        less_conjugate(sum.e[i], v->e[j][i], w->e[j]);
      }
    }
  }
  l->y[site] = sum;
}

static void repeat(void* data, long count) {
  const struct lattice* const l = data;
#pragma omp parallel
  for (long r = 0; r < count; ++r) {
#pragma omp for schedule(static) nowait
    for (long site = 0; site < l->sites; ++site) hop(l, site);
  }
}

static void list_neighbours(struct lattice* l, long site) {
  long stride = 1;
  for (int d = 0; d < directions; ++d, stride *= l->n) {
    const long at = site / stride % l->n;
    l->ahead[site][d] = (int32_t)(site + ((at + 1) % l->n - at) * stride);
    l->behind[site][d] = (int32_t)(site + ((at + l->n - 1) % l->n - at) * stride);
  }
}

static void fill(double* numbers, int count, long place) {
  for (int i = 0; i < count; ++i) numbers[i] = small_random((uint64_t)(place * 128 + i));
}

static void make_lattice(struct lattice* l) {
  l->ahead = page_aligned((size_t)l->sites * sizeof *l->ahead);
  l->behind = page_aligned((size_t)l->sites * sizeof *l->behind);
  l->link = page_aligned((size_t)l->sites * sizeof *l->link);
  l->x = page_aligned((size_t)l->sites * sizeof *l->x);
  l->y = page_aligned((size_t)l->sites * sizeof *l->y);
#pragma omp parallel for schedule(static)
  for (long site = 0; site < l->sites; ++site) {
    list_neighbours(l, site);
    fill(&l->link[site][0].e[0][0][0], directions * colours * colours * parts, site);
    fill(&l->x[site].e[0][0], colours * parts, l->sites + site);
  }
}

static double complex number(const double e[parts]) { return e[0] + e[1] * I; }

// By coordinates.
static double complex expected(const struct lattice* l, const long at[directions], int i) {
  double complex sum = 0;
  for (int d = 0; d < directions; ++d)
    for (int back = 0; back < 2; ++back) {
      long here = 0, there = 0;
      for (int x = directions - 1; x >= 0; --x) {
        const long by = x == d ? (back ? l->n - 1 : 1) : 0;
        here = here * l->n + at[x];
        there = there * l->n + (at[x] + by) % l->n;
      }
      for (int j = 0; j < colours; ++j) {
        const double complex x = number(l->x[there].e[j]);
        sum += back ? -conj(number(l->link[there][d].e[j][i])) * x
                    : number(l->link[here][d].e[i][j]) * x;
      }
    }
  return sum;
}

static long wrong_numbers(const struct lattice* l) {
  long wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
  for (long site = 0; site < l->sites; ++site) {
    const long n = l->n,
               at[directions] = {site % n, site / n % n, site / n / n % n, site / n / n / n};
    for (int i = 0; i < colours; ++i) wrong += number(l->y[site].e[i]) != expected(l, at, i);
  }
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "su3", "[N]", 0, 1);
  struct lattice l = {.n = whole_number(&a, 0, 16, 2, 100, "N is a number from 2 to 100")};
  l.sites = l.n * l.n * l.n * l.n;

  hpcast_phase("init");
  make_lattice(&l);

  hpcast_phase("su3");
  const struct duration took = go_on(&a, repeat, &l);

  hpcast_phase("check");
  const double rate = (double)l.sites * (double)took.repetitions / took.seconds;
  double sum = 0.0;
  for (long site = 0; site < l.sites; ++site) sum += l.y[site].e[0][0];
  printf("su3: %ld^4 sites, %ld repetitions, %.3f GFLOP/s, checksum %.9f\n", l.n, took.repetitions,
         576e-9 * rate, sum);
  const long wrong = wrong_numbers(&l);
  if (wrong) fprintf(stderr, "su3: %ld numbers are wrong\n", wrong);
  return wrong != 0;
}
