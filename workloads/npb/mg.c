// MG, multigrid: V-cycles for the Poisson equation on a periodic cube.  mg [S|W|A]
//
// Every grid of n^3 points has one layer of ghost points around it that repeats the other side.
#include "npb.h"

enum { iterations = 4, charges = 10, max_levels = 10 };

static const struct {
  int log2_n;
  double norm;
} problems[npb_classes] = {
    {5, 0.5307707005734e-04}, {7, 0.6467329375339e-05}, {8, 0.2433365309069e-05}};

// Weights of a 27-point stencil, by the number of coordinates in which a neighbour differs.
struct stencil {
  double centre, face, edge, corner;
};
static const struct stencil laplace = {-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0};
static const struct stencil smoother = {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0};
static const struct stencil restriction = {1.0 / 2.0, 1.0 / 4.0, 1.0 / 8.0, 1.0 / 16.0};

struct grid {
  long n;      // points along a side, without the ghosts
  long row;    // n + 2
  double* at;  // row^3 values, x fastest
};

static struct grid new_grid(long n) {
  struct grid g = {n, n + 2, npb_allocate((n + 2) * (n + 2) * (n + 2) * sizeof(double))};
#pragma omp parallel for schedule(static)
  for (long z = 0; z < g.row; ++z)
    memset(g.at + z * g.row * g.row, 0, g.row * g.row * sizeof(double));
  return g;
}

static double* row_of(const struct grid* g, long z, long y) {
  return g->at + (z * g->row + y) * g->row;
}

static void clear(struct grid* g) {
#pragma omp parallel for schedule(static)
  for (long z = 0; z < g->row; ++z) memset(row_of(g, z, 0), 0, g->row * g->row * sizeof(double));
}

static void update_ghosts(struct grid* g) {
  const long n = g->n;
#pragma omp parallel for schedule(static)
  for (long z = 1; z <= n; ++z) {
    for (long y = 1; y <= n; ++y) {
      double* row = row_of(g, z, y);
      row[0] = row[n];
      row[n + 1] = row[1];
    }
    memcpy(row_of(g, z, 0), row_of(g, z, n), g->row * sizeof(double));
    memcpy(row_of(g, z, n + 1), row_of(g, z, 1), g->row * sizeof(double));
  }
  memcpy(row_of(g, 0, 0), row_of(g, n, 0), g->row * g->row * sizeof(double));
  memcpy(row_of(g, n + 1, 0), row_of(g, 1, 0), g->row * g->row * sizeof(double));
}

// For the column of points (z, y): the sums over the four neighbours that differ in one of z and
// y, and over the four that differ in both. Both are shared by three points along x.
static void side_sums(const struct grid* g, long z, long y, double* beside, double* across) {
  const double *below = row_of(g, z - 1, y), *above = row_of(g, z + 1, y);
  const double *front = row_of(g, z, y - 1), *back = row_of(g, z, y + 1);
  const double *below_front = row_of(g, z - 1, y - 1), *below_back = row_of(g, z - 1, y + 1);
  const double *above_front = row_of(g, z + 1, y - 1), *above_back = row_of(g, z + 1, y + 1);
  for (long x = 0; x < g->row; ++x) {
    beside[x] = below[x] + above[x] + front[x] + back[x];
    across[x] = below_front[x] + below_back[x] + above_front[x] + above_back[x];
  }
}

static double weighted(const struct stencil* s, const double* row, const double* beside,
                       const double* across, long x) {
  return s->centre * row[x] + s->face * (row[x - 1] + row[x + 1] + beside[x]) +
         s->edge * (beside[x - 1] + beside[x + 1] + across[x]) +
         s->corner * (across[x - 1] + across[x + 1]);
}

// r = v - A u
static void residual(const struct grid* u, const struct grid* v, struct grid* r) {
#pragma omp parallel
  {
    double beside[u->row], across[u->row];
#pragma omp for schedule(static)
    for (long z = 1; z <= u->n; ++z)
      for (long y = 1; y <= u->n; ++y) {
        side_sums(u, z, y, beside, across);
        const double *from = row_of(u, z, y), *right = row_of(v, z, y);
        double* to = row_of(r, z, y);
        for (long x = 1; x <= u->n; ++x)
          to[x] = right[x] - weighted(&laplace, from, beside, across, x);
      }
  }
  update_ghosts(r);
}

// u += S r
static void smooth(const struct grid* r, struct grid* u) {
#pragma omp parallel
  {
    double beside[u->row], across[u->row];
#pragma omp for schedule(static)
    for (long z = 1; z <= u->n; ++z)
      for (long y = 1; y <= u->n; ++y) {
        side_sums(r, z, y, beside, across);
        const double* from = row_of(r, z, y);
        double* to = row_of(u, z, y);
        for (long x = 1; x <= u->n; ++x) to[x] += weighted(&smoother, from, beside, across, x);
      }
  }
  update_ghosts(u);
}

// Point j of the coarse grid lies on point 2 j of the fine one, ghosts counted.
static void restrict_to(const struct grid* fine, struct grid* coarse) {
#pragma omp parallel
  {
    double beside[fine->row], across[fine->row];
#pragma omp for schedule(static)
    for (long z = 1; z <= coarse->n; ++z)
      for (long y = 1; y <= coarse->n; ++y) {
        side_sums(fine, 2 * z, 2 * y, beside, across);
        const double* from = row_of(fine, 2 * z, 2 * y);
        double* to = row_of(coarse, z, y);
        for (long x = 1; x <= coarse->n; ++x)
          to[x] = weighted(&restriction, from, beside, across, 2 * x);
      }
  }
  update_ghosts(coarse);
}

// Trilinear interpolation, added to the fine grid.
static void interpolate(const struct grid* coarse, struct grid* fine) {
#pragma omp parallel for schedule(static)
  for (long z = 1; z <= fine->n; ++z)
    for (long y = 1; y <= fine->n; ++y) {
      const double *a = row_of(coarse, z / 2, y / 2), *b = row_of(coarse, z / 2, (y + 1) / 2);
      const double* c = row_of(coarse, (z + 1) / 2, y / 2);
      const double* d = row_of(coarse, (z + 1) / 2, (y + 1) / 2);
      double* to = row_of(fine, z, y);
      for (long x = 1; x <= fine->n; ++x) {
        const long low = x / 2, high = (x + 1) / 2;
        to[x] +=
            0.125 * (a[low] + a[high] + b[low] + b[high] + c[low] + c[high] + d[low] + d[high]);
      }
    }
  update_ghosts(fine);
}

// One V-cycle: u += M r. Level 1 has two points along a side, `top` the whole grid. r[top] and
// u[top] are the caller's; what it finds there on return is used up.
static void v_cycle(struct grid* u, const struct grid* v, struct grid* r, int top) {
  for (int level = top; level > 1; --level) restrict_to(&r[level], &r[level - 1]);
  clear(&u[1]);
  smooth(&r[1], &u[1]);
  for (int level = 2; level <= top; ++level) {
    if (level < top) clear(&u[level]);
    interpolate(&u[level - 1], &u[level]);
    residual(&u[level], level < top ? &r[level] : v, &r[level]);
    smooth(&r[level], &u[level]);
  }
}

// Keeps the `charges` greatest of sign * value, greatest first.
struct extremes {
  double value[charges];
  long place[charges];
};

static void keep_greatest(struct extremes* e, double value, long place) {
  if (value <= e->value[charges - 1]) return;
  int i = charges - 1;
  for (; i > 0 && e->value[i - 1] < value; --i) {
    e->value[i] = e->value[i - 1];
    e->place[i] = e->place[i - 1];
  }
  e->value[i] = value;
  e->place[i] = place;
}

// The right-hand side: +1 where the ten greatest of n^3 random numbers lie, -1 at the ten smallest.
static void place_charges(struct grid* v) {
  struct extremes greatest, smallest;
  for (int i = 0; i < charges; ++i) greatest.value[i] = smallest.value[i] = -2.0;
  uint64_t state = 314159265;
  for (long z = 1; z <= v->n; ++z)
    for (long y = 1; y <= v->n; ++y)
      for (long x = 1; x <= v->n; ++x) {
        const double value = npb_random(&state);
        const long place = (z * v->row + y) * v->row + x;
        keep_greatest(&greatest, value, place);
        keep_greatest(&smallest, -value, place);
      }
  for (int i = 0; i < charges; ++i) {
    v->at[greatest.place[i]] = 1.0;
    v->at[smallest.place[i]] = -1.0;
  }
  update_ghosts(v);
}

static double norm(const struct grid* g) {
  double square = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : square)
  for (long z = 1; z <= g->n; ++z)
    for (long y = 1; y <= g->n; ++y)
      for (long x = 1; x <= g->n; ++x) square += row_of(g, z, y)[x] * row_of(g, z, y)[x];
  return sqrt(square / ((double)g->n * (double)g->n * (double)g->n));
}

int main(int argc, char** argv) {
  const enum npb_class c = npb_class_argument(argc, argv);
  const int top = problems[c].log2_n;

  hpcast_phase("init");
  struct grid u[max_levels], r[max_levels];
  for (int level = 1; level <= top; ++level) {
    u[level] = new_grid(1L << level);
    r[level] = new_grid(1L << level);
  }
  struct grid v = new_grid(1L << top);
  place_charges(&v);

  hpcast_phase("mg");
  const double start = npb_seconds();
  residual(&u[top], &v, &r[top]);
  for (int i = 0; i < iterations; ++i) {
    v_cycle(u, &v, r, top);
    residual(&u[top], &v, &r[top]);
  }
  const double took = npb_seconds() - start;

  hpcast_phase("check");
  const double rest = norm(&r[top]);
  printf("mg: %ld^3 points, residual %.13e\n", u[top].n, rest);
  return npb_verdict("mg", c, took, npb_close(rest, problems[c].norm, 1e-8));
}
