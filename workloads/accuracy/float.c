// Bound by the core: floating point out of the first cache.
#include "kernels.h"

static long n, turns;
static double *a, *b, *c, *d, *x, *y, *z;
static float *f, *g;

static void init_three(long size, long t) {
  n = size;
  turns = t;
  a = doubles(n, 0.5, 1.5);
  b = doubles(n, 0.25, 0.75);
  c = doubles(n, 0.0, 1.0);
}

static NOINLINE double dot_once(void) {
  double sum = 0;
  for (long i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}
static double dot(void) {
  double sum = 0;
  for (long t = 0; t < turns; ++t) {
    sum += dot_once();
    next_turn();
  }
  return sum;
}

static NOINLINE void axpy_once(double* restrict to, const double* restrict from, double factor) {
  for (long i = 0; i < n; ++i) to[i] += factor * from[i];
}
static double axpy(void) {
  for (long t = 0; t < turns; ++t) axpy_once(c, b, t & 1 ? -0.125 : 0.125);
  return sum_of(c, n);
}

// One polynomial after the other's result.
static double horner_chain(void) {
  double p = 1;
  for (long i = 0; i < n * turns; ++i) p = p * 0.7 + 0.5;
  return p;
}

// A polynomial of degree 12 at each place.
static NOINLINE double horner_once(void) {
  double sum = 0;
  for (long i = 0; i < n; ++i) {
    double p = 1;
    for (int k = 0; k < 12; ++k) p = p * b[i] + 0.5;
    sum += p;
  }
  return sum;
}
static double horner(void) {
  double sum = 0;
  for (long t = 0; t < turns; ++t) {
    sum += horner_once();
    next_turn();
  }
  return sum;
}

// Degree 7 by Estrin's scheme, which has shorter chains.
static NOINLINE void estrin_once(double* restrict to, const double* restrict at) {
  for (long i = 0; i < n; ++i) {
    const double s = at[i], s2 = s * s, s4 = s2 * s2;
    to[i] = (1.0 + 0.5 * s) + (0.25 + 0.125 * s) * s2 +
            ((0.75 - 0.5 * s) + (0.375 + 0.0625 * s) * s2) * s4;
  }
}
static double estrin(void) {
  for (long t = 0; t < turns; ++t) estrin_once(c, b);
  return sum_of(c, n);
}

static double divide_chain(void) {
  double s = 1;
  for (long t = 0; t < turns; ++t)
    for (long i = 0; i < n; ++i) s = a[i] / (s + 0.5);
  return s;
}
static NOINLINE void divide_once(double* restrict to, const double* restrict p,
                                 const double* restrict q) {
  for (long i = 0; i < n; ++i) to[i] = p[i] / q[i];
}
static double divide(void) {
  for (long t = 0; t < turns; ++t) divide_once(c, a, b);
  return sum_of(c, n);
}
static NOINLINE void root_once(double* restrict to, const double* restrict from) {
  for (long i = 0; i < n; ++i) to[i] = __builtin_sqrt(from[i]);
}
static double root(void) {
  for (long t = 0; t < turns; ++t) root_once(c, a);
  return sum_of(c, n);
}

// e^-x on [0, 1): shifts through the exponent's bits and a polynomial.
static NOINLINE void exponential_once(double* restrict to, const double* restrict from) {
  for (long i = 0; i < n; ++i) {
    const double scaled = from[i] * -1.4426950408889634;
    const double shifted = scaled + 0x1.8p52;
    const double r = (scaled - (shifted - 0x1.8p52)) * 0.6931471805599453;
    union {
      double value;
      int64_t bits;
    } power = {shifted};
    power.bits = (power.bits + 1023) << 52;
    const double p =
        1 +
        r * (1 + r * (0.5 + r * (0.16666666666 + r * (0.04166666 + r * (0.008333 + r * 0.00139)))));
    to[i] = power.value * p;
  }
}
static double exponential(void) {
  for (long t = 0; t < turns; ++t) exponential_once(c, b);
  return sum_of(c, n);
}

// The C library's.
static NOINLINE double library_once(void) {
  double sum = 0;
  for (long i = 0; i < n; ++i) sum += exp(-a[i]) + sin(3 * b[i]);
  return sum;
}
static double library(void) {
  double sum = 0;
  for (long t = 0; t < turns; ++t) {
    sum += library_once();
    next_turn();
  }
  return sum;
}

static double prefix(void) {
  for (long t = 0; t < turns; ++t) {
    c[0] = a[0];
    for (long i = 1; i < n; ++i) c[i] = c[i - 1] + b[i];
    next_turn();
  }
  return c[n - 1];
}

static double mandelbrot(void) {
  long steps = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      const double real = -2 + 3.0 * (double)i / (double)n;
      const double imaginary = -1.5 + 3.0 * (double)j / (double)n;
      double p = 0, q = 0;
      int k = 0;
      for (; k < 100 && p * p + q * q < 4; ++k) {
        const double next = p * p - q * q + real;
        q = 2 * p * q + imaginary;
        p = next;
      }
      steps += k;
    }
  return (double)steps;
}

static void init_matrices(long size, long t) {
  init_three(size * size, t);
  n = size;
}
// Row times matrix, innermost along rows.
static NOINLINE void product_by_rows(void) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) c[i * n + j] = 0;
    for (long k = 0; k < n; ++k) {
      const double factor = a[i * n + k];
      for (long j = 0; j < n; ++j) c[i * n + j] += factor * b[k * n + j];
    }
  }
}
static double dgemm_rows(void) {
  for (long t = 0; t < turns; ++t) product_by_rows();
  return sum_of(c, n * n);
}
// Four rows by four columns at a time, which stay in registers: pairs of doubles, as a pair is what
// each processor has a register for.
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
enum { tile = 4 };
static void multiply_tile(const double* row, const double* column, double* to) {
  pair s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0}, s30 = {0}, s31 = {0};
  for (long k = 0; k < n; ++k) {
    const pair left = *(const pair*)(column + k * n), right = *(const pair*)(column + k * n + 2);
    s00 += row[k] * left;
    s01 += row[k] * right;
    s10 += row[n + k] * left;
    s11 += row[n + k] * right;
    s20 += row[2 * n + k] * left;
    s21 += row[2 * n + k] * right;
    s30 += row[3 * n + k] * left;
    s31 += row[3 * n + k] * right;
  }
  pair* const to0 = (pair*)to;
  pair* const to1 = (pair*)(to + n);
  pair* const to2 = (pair*)(to + 2 * n);
  pair* const to3 = (pair*)(to + 3 * n);
  to0[0] = s00, to0[1] = s01, to1[0] = s10, to1[1] = s11;
  to2[0] = s20, to2[1] = s21, to3[0] = s30, to3[1] = s31;
}
static double dgemm(void) {
  for (long t = 0; t < turns; ++t) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i += tile)
      for (long j = 0; j < n; j += tile) multiply_tile(a + i * n, b + j, c + i * n + j);
  }
  return sum_of(c, n * n);
}
// Each element a short sum along a column: strides and a chain.
static NOINLINE void product_by_elements(void) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
static double dgemm_elements(void) {
  for (long t = 0; t < turns; ++t) product_by_elements();
  return sum_of(c, n * n);
}
static NOINLINE double matrix_vector_once(const double* restrict v, double* restrict to) {
  for (long i = 0; i < n; ++i) {
    double sum = 0;
    for (long j = 0; j < n; ++j) sum += a[i * n + j] * v[j];
    to[i] = sum;
  }
  return to[n - 1];
}
static double matrix_vector(void) {
  double sum = 0;
  for (long t = 0; t < turns; ++t) sum += matrix_vector_once(b, c);
  return sum;
}
// Small LU decomposition without pivots, of a matrix whose diagonal is large.
static NOINLINE void decompose(double* m) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i) {
      const double factor = m[i * n + k] /= m[k * n + k];
      for (long j = k + 1; j < n; ++j) m[i * n + j] -= factor * m[k * n + j];
    }
}
static double lu(void) {
  for (long t = 0; t < turns; ++t) {
    for (long i = 0; i < n * n; ++i) c[i] = a[i];
    for (long i = 0; i < n; ++i) c[i * n + i] += (double)n;
    decompose(c);
  }
  return sum_of(c, n * n);
}

static void init_bodies(long size, long t) {
  n = size;
  turns = t;
  x = doubles(n, 0, 1);
  y = doubles(n, 0, 1);
  z = doubles(n, 0, 1);
  a = doubles(n, 0.5, 1.5);
  d = doubles(3 * n, 0, 1);
}
static double nbody(void) {
  for (long i = 0; i < n; ++i) {
    double p = 0, q = 0, r = 0;
    for (long j = 0; j < n; ++j) {
      const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const double square = dx * dx + dy * dy + dz * dz + 1e-3;
      const double pull = a[j] / (square * __builtin_sqrt(square));
      p += pull * dx;
      q += pull * dy;
      r += pull * dz;
    }
    d[3 * i] = p;
    d[3 * i + 1] = q;
    d[3 * i + 2] = r;
  }
  return sum_of(d, 3 * n);
}

static void init_signal(long size, long t) {
  n = size;
  turns = t;
  f = floats(n + 16, -1, 1);
  g = floats(n, -1, 1);
}
// A filter of 16 taps, single precision.
static NOINLINE void filter_once(float* restrict to, const float* restrict from) {
  static const float taps[16] = {.1f,  -.2f, .3f, -.1f, .25f, .5f,  -.3f, .7f,
                                 -.7f, .3f,  .5f, .25f, -.1f, .33f, -.2f, .1f};
  for (long i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += taps[k] * from[i + k];
    to[i] = sum;
  }
}
static double filter(void) {
  for (long t = 0; t < turns; ++t) filter_once(g, f);
  double sum = 0;
  for (long i = 0; i < n; ++i) sum += (double)g[i] * (double)g[i];
  return sum;
}

static uint8_t* pixels;
static void init_pixels(long size, long t) {
  n = size;
  turns = t;
  pixels = bytes(3 * n, 256);
  f = floats(n, 0, 1);
}
// Bytes to floats and back: brightness of pixels.
static NOINLINE void brightness_once(uint8_t* restrict to, const uint8_t* restrict from) {
  for (long i = 0; i < n; ++i) {
    const float light =
        0.25f * (float)from[i] + 0.5f * (float)from[n + i] + 0.125f * (float)from[2 * n + i];
    to[i] = (uint8_t)(int)(light > 200.0f ? 200.0f : light);
  }
}
static double brightness(void) {
  uint8_t* const to = (uint8_t*)f;
  for (long t = 0; t < turns; ++t) brightness_once(to, pixels);
  long sum = 0;
  for (long i = 0; i < n; ++i) sum += to[i];
  return (double)sum;
}

// Pi by random points: conversions and a branch that is taken in three of four cases.
static double monte_carlo(void) {
  unsigned long long state = 7;
  long inside = 0;
  for (long i = 0; i < n; ++i) {
    const double p = (double)next_random(&state) * 0x1p-31;
    const double q = (double)next_random(&state) * 0x1p-31;
    if (p * p + q * q < 1) ++inside;
  }
  return (double)inside;
}

// Gauss–Seidel in place: each point waits for the one before.
static void init_grid(long size, long t) {
  init_three(size * size, t);
  n = size;
}
static double seidel(void) {
  for (long i = 0; i < n * n; ++i) c[i] = a[i];
  for (long t = 0; t < turns; ++t)
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j) {
        double* const p = c + i * n + j;
        *p = 0.2 * (*p + p[-1] + p[1] + p[-n] + p[n]);
      }
  return sum_of(c, n * n);
}

const struct kernel float_kernels[] = {
    {"dot", core_bound, all_builds, 0, init_three, dot, 1000, 1500},
    {"axpy", core_bound, all_builds, 0, init_three, axpy, 1000, 6000},
    {"horner_chain", core_bound, o2 | o3_v3, 0, init_three, horner_chain, 1000, 800},
    {"horner", core_bound, o2 | o3 | o3_v3, 0, init_three, horner, 1000, 300},
    {"estrin", core_bound, o2 | o3_v3, 0, init_three, estrin, 1000, 1000},
    {"divide_chain", core_bound, o2, 0, init_three, divide_chain, 1000, 300},
    {"divide", core_bound, o2 | o3_v3, 0, init_three, divide, 1000, 1000},
    {"root", core_bound, o2 | o3, 0, init_three, root, 1000, 800},
    {"exponential", core_bound, o2 | o3_v3, 0, init_three, exponential, 1000, 800},
    {"library", core_bound, o2, 0, init_three, library, 1000, 120},
    {"prefix", core_bound, o2 | o3_v3, 0, init_three, prefix, 1000, 1500},
    {"mandelbrot", core_bound, o2 | o3_v3, 0, init_three, mandelbrot, 150, 1},
    {"dgemm_rows", core_bound, o2 | o3 | o3_v3, 0, init_matrices, dgemm_rows, 60, 12},
    {"dgemm", core_bound, o2 | o3 | o3_v3, o3_v3, init_matrices, dgemm, 96, 8},
    {"dgemm_elements", core_bound, o2 | o3, 0, init_matrices, dgemm_elements, 48, 20},
    {"matrix_vector", core_bound, o2 | o3_v3, 0, init_matrices, matrix_vector, 48, 600},
    {"lu", core_bound, o2 | o3_v3, 0, init_matrices, lu, 40, 100},
    {"nbody", core_bound, o2 | o3 | o3_v3, 0, init_bodies, nbody, 500, 1},
    {"filter", core_bound, o2 | o3 | o3_v3, 0, init_signal, filter, 2000, 240},
    {"brightness", core_bound, o2 | o3_v3, 0, init_pixels, brightness, 4000, 400},
    {"monte_carlo", core_bound, o2 | o3_v3, 0, init_three, monte_carlo, 400000, 1},
    {"seidel", core_bound, o2 | o3_v3, 0, init_grid, seidel, 56, 150},
    {0}};
