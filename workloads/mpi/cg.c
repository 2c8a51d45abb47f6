// cg N ITERATIONS
//
// Conjugate gradients for the equations of a membrane of N x N points on springs (five in a row of
// the sparse matrix), rows dealt to processes in blocks. The whole direction is gathered for each
// product, as for a matrix of any pattern. Says whether the answer's residual is what the
// recurrence says, and as small as theory has it; the exit status too.
#include <math.h>

#include "arguments.h"

static const char usage[] = "cg N ITERATIONS";

// Own rows of a sparse matrix.
struct rows {
  int first, count, all;
  int* starts;   // count + 1
  int* columns;  // of all
  double* values;
  int *counts, *displacements;  // of each process's rows
};

static int first_row(int all, int size, int rank) { return (int)((long long)all * rank / size); }

static int add(struct rows* rows, int at, int column, double value) {
  rows->columns[at] = column;
  rows->values[at] = value;
  return at + 1;
}

static struct rows make_rows(int n, int rank, int size) {
  struct rows rows = {.all = n * n};
  rows.first = first_row(rows.all, size, rank);
  rows.count = first_row(rows.all, size, rank + 1) - rows.first;
  rows.starts = allocated(((size_t)rows.count + 1) * sizeof(int));
  rows.columns = allocated(5 * (size_t)rows.count * sizeof(int));
  rows.values = allocated(5 * (size_t)rows.count * sizeof(double));
  int at = 0;
  for (int i = 0; i < rows.count; ++i) {
    const int row = rows.first + i, x = row % n, y = row / n;
    rows.starts[i] = at;
    if (y > 0) at = add(&rows, at, row - n, -1);
    if (x > 0) at = add(&rows, at, row - 1, -1);
    at = add(&rows, at, row, 5);
    if (x + 1 < n) at = add(&rows, at, row + 1, -1);
    if (y + 1 < n) at = add(&rows, at, row + n, -1);
  }
  rows.starts[rows.count] = at;
  rows.counts = allocated((size_t)size * sizeof(int));
  rows.displacements = allocated((size_t)size * sizeof(int));
  for (int i = 0; i < size; ++i) {
    rows.displacements[i] = first_row(rows.all, size, i);
    rows.counts[i] = first_row(rows.all, size, i + 1) - rows.displacements[i];
  }
  return rows;
}

static void free_rows(struct rows* rows) {
  free(rows->starts);
  free(rows->columns);
  free(rows->values);
  free(rows->counts);
  free(rows->displacements);
}

// Own rows of the matrix times `own`, of which `whole` takes all processes' parts.
static void multiply(const struct rows* rows, const double* own, double* whole, double* product) {
  MPI_Allgatherv(own, rows->count, MPI_DOUBLE, whole, rows->counts, rows->displacements, MPI_DOUBLE,
                 MPI_COMM_WORLD);
  for (int i = 0; i < rows->count; ++i) {
    double sum = 0;
    for (int k = rows->starts[i]; k < rows->starts[i + 1]; ++k)
      sum += rows->values[k] * whole[rows->columns[k]];
    product[i] = sum;
  }
}

static double dot(const double* a, const double* b, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

static void add_times(double* a, double factor, const double* b, int count) {
  for (int i = 0; i < count; ++i) a[i] += factor * b[i];
}

// From x = 0; the square of the residual, by the recurrence.
static double solve(const struct rows* rows, const double* b, int iterations, double* x) {
  const int count = rows->count;
  const size_t bytes = (size_t)count * sizeof(double);
  double *const r = allocated(bytes), *const p = allocated(bytes), *const q = allocated(bytes);
  double* const whole = allocated((size_t)rows->all * sizeof(double));
  for (int i = 0; i < count; ++i) {
    x[i] = 0;
    r[i] = p[i] = b[i];
  }
  double rr = dot(r, r, count);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    multiply(rows, p, whole, q);
    const double pq = dot(p, q, count), alpha = pq > 0 ? rr / pq : 0;
    add_times(x, alpha, p, count);
    add_times(r, -alpha, q, count);
    const double before = rr;
    rr = dot(r, r, count);
    const double beta = before > 0 ? rr / before : 0;
    for (int i = 0; i < count; ++i) p[i] = r[i] + beta * p[i];
  }
  free(r);
  free(p);
  free(q);
  free(whole);
  return rr;
}

// The square of b - A x.
static double residual(const struct rows* rows, const double* b, const double* x) {
  double* const product = allocated((size_t)rows->count * sizeof(double));
  double* const whole = allocated((size_t)rows->all * sizeof(double));
  multiply(rows, x, whole, product);
  for (int i = 0; i < rows->count; ++i) product[i] = b[i] - product[i];
  const double square = dot(product, product, rows->count);
  free(product);
  free(whole);
  return square;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 3) stop("expected two numbers", usage);
  const int n = number(argv[1], usage), iterations = number(argv[2], usage);
  if (n > 20000) stop("more points than whole numbers can count", usage);
  struct rows rows = make_rows(n, rank, size);
  double* const b = allocated((size_t)rows.count * sizeof(double));
  double* const x = allocated((size_t)rows.count * sizeof(double));
  for (int i = 0; i < rows.count; ++i) b[i] = 1 + (rows.first + i) % 7;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  const double said = sqrt(solve(&rows, b, iterations, x));
  const double seconds = MPI_Wtime() - start;
  const double norm = sqrt(dot(b, b, rows.count)), is = sqrt(residual(&rows, b, x));
  // Eigenvalues lie between 1 and 9: each iteration halves what is left.
  const double most = (6 * pow(0.5, iterations) + 1e-12) * norm;
  const int right = fabs(is - said) < 1e-12 * norm && is < most;
  if (rank == 0)
    printf("cg %d x %d: %d iterations, %.6f s, residual %.3e of %.3e, %s\n", n, n, iterations,
           seconds, is, norm, right ? "right" : "WRONG");
  free(b);
  free(x);
  free_rows(&rows);
  MPI_Finalize();
  return right ? 0 : 1;
}
