// FT, Fourier transform: the heat equation on a periodic box by a three-dimensional FFT, one
// inverse transform a time step.  ft [S|W|A]
#include <omp.h>

#include "npb.h"

enum { steps = 6, pencils = 8, max_side = 256 };
static const double diffusion = 1e-6;
static const double pi = 3.14159265358979323846;

struct complex_number {
  double re, im;
};

static const struct {
  long side[3];  // x, y, z
  struct complex_number checksum[steps];
} problems[npb_classes] = {
    {{64, 64, 64},
     {{5.546087004964e+02, 4.845363331978e+02},
      {5.546385409189e+02, 4.865304269511e+02},
      {5.546148406171e+02, 4.883910722336e+02},
      {5.545423607415e+02, 4.901273169046e+02},
      {5.544255039624e+02, 4.917475857993e+02},
      {5.542683411902e+02, 4.932597244941e+02}}},
    {{128, 128, 32},
     {{5.673612178944e+02, 5.293246849175e+02},
      {5.631436885271e+02, 5.282149986629e+02},
      {5.594024089970e+02, 5.270996558037e+02},
      {5.560698047020e+02, 5.260027904925e+02},
      {5.530898991250e+02, 5.249400845633e+02},
      {5.504159734538e+02, 5.239212247086e+02}}},
    {{256, 256, 128},
     {{5.046735008193e+02, 5.114047905510e+02},
      {5.059412319734e+02, 5.098809666433e+02},
      {5.069376896287e+02, 5.098144042213e+02},
      {5.077892868474e+02, 5.101336130759e+02},
      {5.085233095391e+02, 5.104914655194e+02},
      {5.091487099959e+02, 5.107917842803e+02}}},
};

// exp(2 pi i k / max_side); a transform of length n takes every (max_side / n)-th.
static struct complex_number root[max_side];

static void make_roots(void) {
  for (int k = 0; k < max_side; ++k) {
    root[k].re = cos(2.0 * pi * k / max_side);
    root[k].im = sin(2.0 * pi * k / max_side);
  }
}

// One radix-2 step of Stockham's FFT over `pencils` transforms side by side.
static void butterfly(const struct complex_number* restrict from,
                      struct complex_number* restrict to, long n, long half, double sign) {
  const long stride = n / (2 * half);
  for (long j = 0; j < half; ++j) {
    const struct complex_number w = root[j * (max_side / (2 * half))];
    for (long k = 0; k < stride * pencils; ++k) {
      const struct complex_number a = from[j * stride * pencils * 2 + k];
      const struct complex_number b = from[(j * 2 + 1) * stride * pencils + k];
      const double re = w.re * b.re - sign * w.im * b.im, im = w.re * b.im + sign * w.im * b.re;
      to[j * stride * pencils + k] = (struct complex_number){a.re + re, a.im + im};
      to[(j + half) * stride * pencils + k] = (struct complex_number){a.re - re, a.im - im};
    }
  }
}

// Transforms `pencils` columns of length n in `data`, element i of column p at [i * pencils + p].
// Returns where the result lies: in `data` or in `scratch`.
static struct complex_number* transform(struct complex_number* data, struct complex_number* scratch,
                                        long n, double sign) {
  for (long half = 1; half < n; half *= 2) {
    butterfly(data, scratch, n, half, sign);
    struct complex_number* other = scratch;
    scratch = data;
    data = other;
  }
  return data;
}

// All transforms along one direction. Element (i, p, q) lies at i * step_i + p * step_p +
// q * step_q; i runs along the transform, p over columns side by side.
struct direction {
  long n, columns, layers;
  long step_i, step_p, step_q;
};

static void transform_along(struct complex_number* u, const struct direction* d, double sign) {
#pragma omp parallel
  {
    struct complex_number* data = npb_allocate(d->n * pencils * sizeof *data);
    struct complex_number* scratch = npb_allocate(d->n * pencils * sizeof *scratch);
#pragma omp for collapse(2) schedule(static)
    for (long q = 0; q < d->layers; ++q)
      for (long p = 0; p < d->columns; p += pencils) {
        struct complex_number* base = u + q * d->step_q + p * d->step_p;
        for (long i = 0; i < d->n; ++i)
          for (long k = 0; k < pencils; ++k)
            data[i * pencils + k] = base[i * d->step_i + k * d->step_p];
        const struct complex_number* result = transform(data, scratch, d->n, sign);
        for (long i = 0; i < d->n; ++i)
          for (long k = 0; k < pencils; ++k)
            base[i * d->step_i + k * d->step_p] = result[i * pencils + k];
      }
    free(data);
    free(scratch);
  }
}

static void transform_box(struct complex_number* u, const long side[3], double sign) {
  const long nx = side[0], ny = side[1], nz = side[2];
  const struct direction along[3] = {
      {nx, ny, nz, 1, nx, nx * ny}, {ny, nx, nz, nx, 1, nx * ny}, {nz, nx, ny, nx * ny, 1, nx}};
  for (int d = 0; d < 3; ++d) transform_along(u, &along[d], sign);
}

static void fill_random(struct complex_number* u, const long side[3]) {
  const long plane = side[0] * side[1];
#pragma omp parallel for schedule(static)
  for (long z = 0; z < side[2]; ++z) {
    uint64_t state = npb_skip(314159265, 2ULL * (uint64_t)(z * plane));
    for (long i = z * plane; i < (z + 1) * plane; ++i) {
      u[i].re = npb_random(&state);
      u[i].im = npb_random(&state);
    }
  }
}

// The square of the wave number that index i of n stands for: i, or i - n in the upper half.
static double square_of_wave(long i, long n) {
  const long k = i < n / 2 ? i : i - n;
  return (double)(k * k);
}

// out = u * exp(-4 diffusion pi^2 |k|^2 t), the exact evolution in Fourier space.
static void evolve(const struct complex_number* u, struct complex_number* out, const long side[3],
                   int t) {
#pragma omp parallel for collapse(2) schedule(static)
  for (long z = 0; z < side[2]; ++z)
    for (long y = 0; y < side[1]; ++y) {
      const long row = (z * side[1] + y) * side[0];
      const double yz = square_of_wave(y, side[1]) + square_of_wave(z, side[2]);
      for (long x = 0; x < side[0]; ++x) {
        const double square = yz + square_of_wave(x, side[0]);
        const double factor = exp(-4.0 * diffusion * pi * pi * square * t);
        out[row + x].re = factor * u[row + x].re;
        out[row + x].im = factor * u[row + x].im;
      }
    }
}

// The sum over 1024 points scattered through the box, divided by the number of points in it.
static struct complex_number checksum(const struct complex_number* u, const long side[3]) {
  struct complex_number sum = {0.0, 0.0};
  for (long j = 1; j <= 1024; ++j) {
    const long x = j % side[0], y = 3 * j % side[1], z = 5 * j % side[2];
    const struct complex_number* value = &u[(z * side[1] + y) * side[0] + x];
    sum.re += value->re;
    sum.im += value->im;
  }
  const double points = (double)(side[0] * side[1] * side[2]);
  return (struct complex_number){sum.re / points, sum.im / points};
}

int main(int argc, char** argv) {
  const enum npb_class c = npb_class_argument(argc, argv);
  const long* side = problems[c].side;
  const long points = side[0] * side[1] * side[2];

  hpcast_phase("init");
  struct complex_number* u = npb_allocate(points * sizeof *u);
  struct complex_number* w = npb_allocate(points * sizeof *w);
  make_roots();
  fill_random(u, side);

  hpcast_phase("ft");
  struct complex_number sums[steps];
  const double start = npb_seconds();
  transform_box(u, side, -1.0);
  for (int t = 1; t <= steps; ++t) {
    evolve(u, w, side, t);
    transform_box(w, side, 1.0);
    sums[t - 1] = checksum(w, side);
  }
  const double took = npb_seconds() - start;

  hpcast_phase("check");
  int verified = 1;
  for (int t = 0; t < steps; ++t) {
    printf("ft: step %d, checksum %.12e %.12e\n", t + 1, sums[t].re, sums[t].im);
    verified &= npb_close(sums[t].re, problems[c].checksum[t].re, 1e-11) &&
                npb_close(sums[t].im, problems[c].checksum[t].im, 1e-11);
  }
  return npb_verdict("ft", c, took, verified);
}
