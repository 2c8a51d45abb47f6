// Dense matrix product C = A B, n x n in double precision, loops in the order i, k, j so that the
// innermost one runs along rows.
//
//   dgemm [N [REPETITIONS]]     (default 384, 1)
//
// Its phases are init, dgemm and check.
#include "kernel.h"

static void multiply(long n, const double* restrict a, const double* restrict b,
                     double* restrict c) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) {
    double* row = c + i * n;
    for (long j = 0; j < n; ++j) row[j] = 0.0;
    for (long k = 0; k < n; ++k) {
      const double factor = a[i * n + k];
      for (long j = 0; j < n; ++j) row[j] += factor * b[k * n + j];
    }
  }
}

// Freivalds' check: C v = A (B v). All values are small whole numbers, so it holds exactly.
static int product_holds(long n, const double* a, const double* b, const double* c) {
  double* bv = page_aligned(n * sizeof(double));
  for (long i = 0; i < n; ++i) {
    bv[i] = 0.0;
    for (long j = 0; j < n; ++j) bv[i] += b[i * n + j] * (double)(j % 5 - 2);
  }
  for (long i = 0; i < n; ++i) {
    double abv = 0.0, cv = 0.0;
    for (long j = 0; j < n; ++j) abv += a[i * n + j] * bv[j];
    for (long j = 0; j < n; ++j) cv += c[i * n + j] * (double)(j % 5 - 2);
    if (abv != cv) return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  const long n = long_argument(argc, argv, 1, 384);
  const long repetitions = long_argument(argc, argv, 2, 1);
  double* a = page_aligned(n * n * sizeof(double));
  double* b = page_aligned(n * n * sizeof(double));
  double* c = page_aligned(n * n * sizeof(double));

  hpcast_phase("init");
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      a[i * n + j] = (double)((3 * i + j) % 9 - 4);
      b[i * n + j] = (double)((i + 5 * j) % 11 - 5);
      c[i * n + j] = 0.0;
    }

  hpcast_phase("dgemm");
  const double start = seconds();
  for (long r = 0; r < repetitions; ++r) multiply(n, a, b, c);
  const double took = seconds() - start;

  hpcast_phase("check");
  double sum = 0.0;
  for (long i = 0; i < n * n; ++i) sum += c[i] * (double)(i % 3);
  const double rate = 2e-9 * (double)n * (double)n * (double)n * (double)repetitions / took;
  printf("dgemm: n = %ld, %.2f GFLOP/s, checksum %.1f\n", n, rate, sum);
  if (product_holds(n, a, b, c)) return 0;
  fprintf(stderr, "dgemm: the product is wrong\n");
  return 1;
}
