// fft N STEPS
//
// A two-dimensional Fourier transform of N x N complex numbers and back, STEPS times, N a power of
// two that the number of processes divides: rows are transformed where they are, columns after all
// processes have exchanged blocks. Says whether what comes back is what was there, and whether the
// squares of both sides add up (Parseval); the exit status too.
#include <math.h>

#include "arguments.h"

static const char usage[] = "fft N STEPS";

struct transform {
  int n, stages;   // 2 to the power of stages
  int size, rows;  // processes, own rows
  int* reversed;   // where an element goes first
  double* roots;   // n / 2 complex roots of unity
};

static struct transform make_transform(int n, int stages, int size) {
  const double pi = 3.14159265358979323846;
  struct transform t = {.n = n, .stages = stages, .size = size, .rows = n / size};
  t.reversed = allocated((size_t)n * sizeof(int));
  t.roots = allocated((size_t)n * sizeof(double));
  t.reversed[0] = 0;
  for (int i = 1; i < n; ++i) t.reversed[i] = t.reversed[i / 2] / 2 + (i % 2 == 1 ? n / 2 : 0);
  for (int i = 0; i < n / 2; ++i) {
    t.roots[2 * i] = cos(2 * pi * i / n);
    t.roots[2 * i + 1] = -sin(2 * pi * i / n);
  }
  return t;
}

static void reorder(const struct transform* t, double* row) {
  for (int i = 0; i < t->n; ++i) {
    const int j = t->reversed[i];
    if (j <= i) continue;
    const double re = row[2 * i], im = row[2 * i + 1];
    row[2 * i] = row[2 * j];
    row[2 * i + 1] = row[2 * j + 1];
    row[2 * j] = re;
    row[2 * j + 1] = im;
  }
}

// One row; `sign` is 1, or -1 for the way back.
static void transform_row(const struct transform* t, double* row, double sign) {
  reorder(t, row);
  for (int stage = 0; stage < t->stages; ++stage) {
    const int half = 1 << stage, step = t->n >> (stage + 1);
    for (int k = 0; k < t->n / 2; ++k) {
      const int within = k & (half - 1), low = 2 * (2 * k - within), high = low + 2 * half;
      const double c = t->roots[2 * within * step], s = sign * t->roots[2 * within * step + 1];
      const double re = c * row[high] - s * row[high + 1], im = c * row[high + 1] + s * row[high];
      row[high] = row[low] - re;
      row[high + 1] = row[low + 1] - im;
      row[low] += re;
      row[low + 1] += im;
    }
  }
}

static void transform_rows(const struct transform* t, double* data, double sign) {
  for (int i = 0; i < t->rows; ++i) transform_row(t, data + 2 * (size_t)i * (size_t)t->n, sign);
}

// Rows become columns: a block to each process, turned round as it is packed.
static void transpose(const struct transform* t, double* data, double* packed, double* received) {
  const int n = t->n, rows = t->rows, block = 2 * rows * rows;
  for (int place = 0; place < t->size; ++place) {
    double* const to = packed + (size_t)place * (size_t)block;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < rows; ++j) {
        const size_t from = 2 * ((size_t)i * (size_t)n + (size_t)(place * rows + j));
        to[2 * (j * rows + i)] = data[from];
        to[2 * (j * rows + i) + 1] = data[from + 1];
      }
  }
  MPI_Alltoall(packed, block, MPI_DOUBLE, received, block, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int place = 0; place < t->size; ++place) {
    const double* const from = received + (size_t)place * (size_t)block;
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < 2 * rows; ++i)
        data[2 * ((size_t)j * (size_t)n + (size_t)(place * rows)) + (size_t)i] =
            from[2 * j * rows + i];
  }
}

static double value_at(size_t i) { return (double)((i * 7919 + 13) % 1009) / 1009 - 0.5; }

static double sum_of_squares(const double* data, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += data[i] * data[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

static double largest_difference(const double* data, size_t first, size_t count) {
  double error = 0;
  for (size_t i = 0; i < count; ++i) error = fmax(error, fabs(data[i] - value_at(first + i)));
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return error;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0, stages = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 3) stop("expected two numbers", usage);
  const int n = number(argv[1], usage), steps = number(argv[2], usage);
  while (1 << stages < n) ++stages;
  if (n > 16384 || 1 << stages != n) stop("N is no power of two up to 16384", usage);
  if (n % size != 0) stop("the number of processes does not divide N", usage);
  struct transform t = make_transform(n, stages, size);
  const size_t count = 2 * (size_t)t.rows * (size_t)n, first = count * (size_t)rank;
  double *const data = allocated(count * sizeof(double)),
                *const packed = allocated(count * sizeof(double)),
                *const received = allocated(count * sizeof(double));
  for (size_t i = 0; i < count; ++i) data[i] = value_at(first + i);
  const double before = sum_of_squares(data, count), scale = 1 / ((double)n * n);
  double after = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    transform_rows(&t, data, 1);
    transpose(&t, data, packed, received);
    transform_rows(&t, data, 1);
    if (step == 0) after = sum_of_squares(data, count) * scale;
    transform_rows(&t, data, -1);
    transpose(&t, data, packed, received);
    transform_rows(&t, data, -1);
    for (size_t i = 0; i < count; ++i) data[i] *= scale;
  }
  const double seconds = MPI_Wtime() - start;
  const double error = largest_difference(data, first, count);
  const int right = error < 1e-13 * (1 + steps) && fabs(after - before) < 1e-10 * before;
  if (rank == 0)
    printf("fft %d x %d: %d steps, %.6f s, error %.1e, %s\n", n, n, steps, seconds, error,
           right ? "right" : "WRONG");
  free(data);
  free(packed);
  free(received);
  free(t.reversed);
  free(t.roots);
  MPI_Finalize();
  return right ? 0 : 1;
}
