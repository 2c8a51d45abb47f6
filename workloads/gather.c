// Sparse gather: y = A x for a matrix in compressed rows, 16 random columns to a row.
//
//   gather [ROWS [REPETITIONS]]     (default 200000, 4)
//
// Its phases are init, gather and check.
#include "kernel.h"

enum { columns_per_row = 16 };

struct matrix {
  long rows;
  long* row_start;
  int* column;
  double* value;
};

static struct matrix random_matrix(long rows) {
  struct matrix m = {rows, page_aligned((rows + 1) * sizeof(long)),
                     page_aligned(rows * columns_per_row * sizeof(int)),
                     page_aligned(rows * columns_per_row * sizeof(double))};
  unsigned long long state = 1;
  for (long i = 0; i <= rows; ++i) m.row_start[i] = i * columns_per_row;
  for (long k = 0; k < rows * columns_per_row; ++k) {
    m.column[k] = (int)(next_random(&state) % (unsigned long long)rows);
    m.value[k] = 1.0 / columns_per_row;
  }
  return m;
}

static void multiply(const struct matrix* m, const double* restrict x, double* restrict y) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < m->rows; ++i) {
    double sum = 0.0;
    for (long k = m->row_start[i]; k < m->row_start[i + 1]; ++k)
      sum += m->value[k] * x[m->column[k]];
    y[i] = sum;
  }
}

// Every row sums to 1, so A maps the constant vector onto itself, and all values are exact.
static int maps_constant_to_itself(const struct matrix* m, double* x, double* y) {
  for (long i = 0; i < m->rows; ++i) x[i] = 3.0;
  multiply(m, x, y);
  for (long i = 0; i < m->rows; ++i)
    if (y[i] != 3.0) return 0;
  return 1;
}

int main(int argc, char** argv) {
  const long rows = long_argument(argc, argv, 1, 200000);
  const long repetitions = long_argument(argc, argv, 2, 4);

  hpcast_phase("init");
  const struct matrix m = random_matrix(rows);
  double* x = page_aligned(rows * sizeof(double));
  double* y = page_aligned(rows * sizeof(double));
  for (long i = 0; i < rows; ++i) x[i] = (double)(i % 1024);

  hpcast_phase("gather");
  const double start = seconds();
  for (long r = 0; r < repetitions; ++r) multiply(&m, x, y);
  const double took = seconds() - start;

  hpcast_phase("check");
  double sum = 0.0;
  for (long i = 0; i < rows; ++i) sum += y[i];
  const double per_second = 2e-6 * (double)(rows * columns_per_row * repetitions) / took;
  printf("gather: %ld rows, %.1f MFLOP/s, checksum %.4f\n", rows, per_second, sum);
  if (maps_constant_to_itself(&m, x, y)) return 0;
  fprintf(stderr, "gather: A does not map the constant vector to itself\n");
  return 1;
}
