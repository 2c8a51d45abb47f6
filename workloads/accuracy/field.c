// Fields on grids and sparse matrices: stencils, sparse products, conjugate gradients, Fourier
// transform, lattice Boltzmann, multigrid.
#include <string.h>

#include "kernels.h"

static long n, turns;
static double *a, *b, *c;

static void init_grids(long size, long t) {
  n = size;
  turns = t;
  a = doubles(n * n, 0, 1);
  b = doubles(n * n, 0, 1);
}
static NOINLINE void jacobi_once(double* restrict to, const double* restrict from) {
#pragma omp parallel for schedule(static)
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j) {
      const double* const p = from + i * n + j;
      to[i * n + j] = 0.2 * (p[0] + p[-1] + p[1] + p[-n] + p[n]);
    }
}
static double jacobi(void) {
  for (long t = 0; t < turns; ++t) jacobi_once(a, b);
  return a[n * n / 2 + n / 2];
}

static void init_cubes(long size, long t) {
  n = size;
  turns = t;
  a = doubles(n * n * n, 0, 1);
  b = doubles(n * n * n, 0, 1);
}
static NOINLINE void cube_once(double* restrict to, const double* restrict from) {
  const long plane = n * n;
#pragma omp parallel for schedule(static)
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j)
      for (long k = 1; k < n - 1; ++k) {
        const double* const p = from + i * plane + j * n + k;
        to[i * plane + j * n + k] =
            0.4 * p[0] + 0.1 * (p[-1] + p[1] + p[-n] + p[n] + p[-plane] + p[plane]);
      }
}
static double jacobi_cube(void) {
  for (long t = 0; t < turns; ++t) cube_once(a, b);
  return a[n * n * n / 2 + n / 2];
}

// Compressed rows.
static long rows;
static uint32_t *start, *column;
static double *value, *x, *y;

static void allocate_matrix(long row_count, long most_entries) {
  rows = row_count;
  start = words(rows + 1, 1);
  column = words(most_entries, 1);
  value = doubles(most_entries, 0, 0.1);
  x = doubles(rows, 0, 1);
  y = doubles(rows, 0, 1);
}
// 16 entries a row: half of them near the diagonal, half anywhere.
static void init_sparse(long size, long t) {
  enum { per_row = 16 };
  turns = t;
  allocate_matrix(size, size * per_row);
  for (long i = 0; i < rows; ++i) {
    start[i] = (uint32_t)(i * per_row);
    for (long k = 0; k < per_row; ++k)
      column[i * per_row + k] =
          k < per_row / 2 ? (uint32_t)((i + k) % rows) : random_below((uint32_t)rows);
  }
  start[rows] = (uint32_t)(rows * per_row);
}
static NOINLINE void sparse_once(const double* restrict from, double* restrict to) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < rows; ++i) {
    double sum = 0;
    for (uint32_t k = start[i]; k < start[i + 1]; ++k) sum += value[k] * from[column[k]];
    to[i] = sum;
  }
}
static double spmv(void) {
  for (long t = 0; t < turns; ++t) sparse_once(x, y);
  return sum_of(y, 100);
}

// Laplace's operator on a square.
static void add_entry(uint32_t* at, long to, double v) {
  column[*at] = (uint32_t)to;
  value[(*at)++] = v;
}
static double *p, *q, *r;
static void init_laplace(long size, long t) {
  turns = t;
  n = size;
  allocate_matrix(n * n, 5 * n * n);
  uint32_t at = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      const long row = i * n + j;
      start[row] = at;
      if (i > 0) add_entry(&at, row - n, -1);
      if (j > 0) add_entry(&at, row - 1, -1);
      add_entry(&at, row, 4);
      if (j < n - 1) add_entry(&at, row + 1, -1);
      if (i < n - 1) add_entry(&at, row + n, -1);
    }
  start[rows] = at;
  p = doubles(rows, 0, 1);
  q = doubles(rows, 0, 1);
  r = doubles(rows, 0, 1);
  b = doubles(rows, 0, 1);
}
static NOINLINE double product(const double* restrict s, const double* restrict t) {
  double sum = 0;
  for (long i = 0; i < rows; ++i) sum += s[i] * t[i];
  return sum;
}
static NOINLINE void add_times(double* restrict to, double factor, const double* restrict from) {
  for (long i = 0; i < rows; ++i) to[i] += factor * from[i];
}
// `turns` steps of conjugate gradients.
static double cg(void) {
  memset(x, 0, rows * sizeof *x);
  memcpy(r, b, rows * sizeof *r);
  memcpy(p, b, rows * sizeof *p);
  double square = product(r, r);
  for (long t = 0; t < turns; ++t) {
    sparse_once(p, q);
    const double step = square / product(p, q);
    add_times(x, step, p);
    add_times(r, -step, q);
    const double next = product(r, r), factor = next / square;
    for (long i = 0; i < rows; ++i) p[i] = r[i] + factor * p[i];
    square = next;
  }
  return square;
}

// Fourier transform of 2^size complex numbers, decimation in time.
static double *real, *imaginary, *cosine, *sine;
static uint32_t* reversed;
static void init_fft(long size, long t) {
  n = 1L << size;
  turns = t;
  a = doubles(n, -1, 1);
  b = doubles(n, -1, 1);
  real = doubles(n, 0, 1);
  imaginary = doubles(n, 0, 1);
  cosine = doubles(n / 2, 0, 1);
  sine = doubles(n / 2, 0, 1);
  reversed = words(n, 1);
  for (long i = 0; i < n / 2; ++i) {
    cosine[i] = cos(6.283185307179586 * (double)i / (double)n);
    sine[i] = -sin(6.283185307179586 * (double)i / (double)n);
  }
  for (long i = 1; i < n; ++i)
    reversed[i] = reversed[i / 2] / 2 | (uint32_t)((i & 1) << (size - 1));
}
static NOINLINE void butterflies(long half) {
  const long step = n / 2 / half;
  for (long first = 0; first < n; first += 2 * half)
    for (long k = 0; k < half; ++k) {
      const long i = first + k, j = i + half;
      const double c1 = cosine[k * step], s1 = sine[k * step];
      const double re = real[j] * c1 - imaginary[j] * s1, im = real[j] * s1 + imaginary[j] * c1;
      real[j] = real[i] - re;
      imaginary[j] = imaginary[i] - im;
      real[i] += re;
      imaginary[i] += im;
    }
}
static double fft(void) {
  for (long t = 0; t < turns; ++t) {
    for (long i = 0; i < n; ++i) {
      real[reversed[i]] = a[i];
      imaginary[reversed[i]] = b[i];
    }
    for (long half = 1; half < n; half *= 2) butterflies(half);
  }
  return real[n / 3] + imaginary[n / 5];
}

// Lattice Boltzmann in two dimensions with nine velocities, periodic; cells one after the other.
enum { velocities = 9 };
static const int step_x[velocities] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int step_y[velocities] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[velocities] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                                          1. / 36, 1. / 36, 1. / 36, 1. / 36};
static void init_lattice(long size, long t) {
  n = size;
  turns = t;
  a = doubles(n * n * velocities, 0.1, 0.11);
  b = doubles(n * n * velocities, 0, 1);
}
static void collide(const double* cell, long i, long j, double* to) {
  double density = 0, ux = 0, uy = 0;
  for (int k = 0; k < velocities; ++k) {
    density += cell[k];
    ux += cell[k] * step_x[k];
    uy += cell[k] * step_y[k];
  }
  ux /= density;
  uy /= density;
  const double square = 1.5 * (ux * ux + uy * uy);
  for (int k = 0; k < velocities; ++k) {
    const double along = 3 * (step_x[k] * ux + step_y[k] * uy);
    const double rest = weight[k] * density * (1 + along + 0.5 * along * along - square);
    const long ti = (i + step_y[k] + n) % n, tj = (j + step_x[k] + n) % n;
    to[(ti * n + tj) * velocities + k] = cell[k] + 0.6 * (rest - cell[k]);
  }
}
static double lattice(void) {
  for (long t = 0; t < turns; ++t)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) collide(a + (i * n + j) * velocities, i, j, b);
  return sum_of(b, 9 * n);
}

// A cycle of multigrid in one dimension: smooth, restrict, solve below, add back. Level l begins at
// offset(l) of three arrays.
static void init_multigrid(long size, long t) {
  n = size;
  turns = t;
  a = doubles(2 * n, 0, 0);
  b = doubles(2 * n, 0, 1);
  c = doubles(2 * n, 0, 0);
}
static NOINLINE void smooth(double* restrict to, const double* restrict from,
                            const double* restrict right, long count) {
  for (long i = 1; i < count - 1; ++i)
    to[i] = from[i] + 0.3333 * (right[i] + from[i - 1] - 2 * from[i] + from[i + 1]);
}
static void cycle(long begin, long count) {
  double *u = a + begin, *f = b + begin, *s = c + begin;
  for (int k = 0; k < 2; ++k) {
    smooth(s, u, f, count);
    smooth(u, s, f, count);
  }
  if (count < 16) return;
  const long half = count / 2, next = begin + count;
  memset(a + next, 0, half * sizeof *a);
  for (long i = 1; i < half - 1; ++i) {
    const double* const v = u + 2 * i;
    const double* const g = f + 2 * i;
    b[next + i] = 4 * (0.5 * (g[0] + v[-1] - 2 * v[0] + v[1]) +
                       0.25 * (g[-1] + v[-2] - 2 * v[-1] + v[0] + g[1] + v[0] - 2 * v[1] + v[2]));
  }
  cycle(next, half);
  for (long i = 1; i < half - 1; ++i) {
    u[2 * i] += a[next + i];
    u[2 * i + 1] += 0.5 * (a[next + i] + a[next + i + 1]);
  }
  smooth(s, u, f, count);
  smooth(u, s, f, count);
}
static double multigrid(void) {
  memset(a, 0, 2 * n * sizeof *a);
  for (long t = 0; t < turns; ++t) cycle(0, n);
  return sum_of(a, n);
}

const struct kernel field_kernels[] = {
    {"jacobi_l1", core_bound, all_builds, 0, init_grids, jacobi, 40, 1500},
    {"jacobi_l2", memory_bound, all_builds, 0, init_grids, jacobi, 120, 150},
    {"jacobi_memory", memory_bound, o2 | o3_v3, o2 | o3_v3, init_grids, jacobi, 2100, 1},
    {"cube_l2", memory_bound, o2 | o3_v3, 0, init_cubes, jacobi_cube, 24, 150},
    {"cube_memory", memory_bound, o2 | o3_v3, 0, init_cubes, jacobi_cube, 160, 1},
    {"spmv_l2", memory_bound, o2 | o3_v3, 0, init_sparse, spmv, 1000, 80},
    {"spmv_memory", memory_bound, o2 | o3_v3, o2, init_sparse, spmv, 200000, 1},
    {"cg", whole_program, o2 | o3_v3, 0, init_laplace, cg, 100, 15},
    {"fft", whole_program, o2 | o3 | o3_v3, 0, init_fft, fft, 15, 1},
    {"fft_small", whole_program, o2 | o3_v3, 0, init_fft, fft, 9, 100},
    {"lattice", whole_program, o2 | o3_v3, 0, init_lattice, lattice, 90, 2},
    {"multigrid", whole_program, o2 | o3_v3, 0, init_multigrid, multigrid, 30000, 12},
    {0}};
