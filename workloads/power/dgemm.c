// Dense matrix product C = A B with A of M x K and B of K x N, in double precision, in blocks that
// stay in caches and registers.
//
//   dgemm [M [N [K]]] [--seconds S | --repetitions N]     (default 768 x 768 x 768)
//
// Blocks of A and B are copied so that the innermost loop reads both in order; it adds K products
// to a tile of C in registers (K. Goto and R. van de Geijn, Anatomy of high-performance matrix
// multiplication, ACM TOMS 34, 2008). After A. Kuroda et al. (2015), section 3.1, loop 4, where the
// shapes were 18144 x 6030 by 6030 x 6030, and 20000 x 20000 squared. Phases: init, dgemm, check.
// Exit status: 1 where an element is wrong; of large products, some thousands are looked at.
#include "run.h"

enum { tile_rows = 6, tile_vectors = 2, tile_columns = tile_vectors * lanes };
enum { depth = 128, most_rows = 16 * tile_rows, block_columns = 64 * tile_columns };

struct product {
  long m, n, k;
  long block_rows;  // whole tiles; all threads have a block of them if C is large enough
  double *a, *b, *c;
  double* packed_b;  // depth x block_columns, shared
  double* packed_a;  // most_rows x depth of each thread
};

static long least(long one, long other) { return one < other ? one : other; }

// `rows` of `lines` values (`step` apart, a line's `next` apart) in panels of `width`, filled up
// with zeros.
ALWAYS_INLINE void pack_panel(double* to, const double* from, long width, long have, long count,
                              long step, long next) {
  for (long k = 0; k < count; ++k)
    for (long i = 0; i < width; ++i) to[k * width + i] = i < have ? from[i * step + k * next] : 0.0;
}

// A tile of C: all of it in registers while `count` columns of A meet rows of B.
NOINLINE void multiply_tile(const double* a, const double* b, long count, double* restrict c) {
  vector sum[tile_rows][tile_vectors] = {{{0}}};
  for (long k = 0; k < count; ++k) {
    const vector* const row = (const vector*)b + k * tile_vectors;
    UNROLL
    for (int i = 0; i < tile_rows; ++i) {
      const vector factor = a[k * tile_rows + i] - (vector){0};
      UNROLL
      for (int j = 0; j < tile_vectors; ++j) sum[i][j] += factor * row[j];
    }
  }
  UNROLL
  for (int i = 0; i < tile_rows; ++i) {
    UNROLL
    for (int j = 0; j < tile_vectors; ++j) ((vector*)c)[i * tile_vectors + j] = sum[i][j];
  }
}

// Adds the tile to C, or writes it where these are the first products.
static void put_tile(const struct product* p, const double* tile, long row, long column,
                     int first) {
  const long rows = least(tile_rows, p->m - row), columns = least(tile_columns, p->n - column);
  for (long i = 0; i < rows; ++i) {
    double* const c = p->c + (row + i) * p->n + column;
    const double* const t = tile + i * tile_columns;
    if (first)
      for (long j = 0; j < columns; ++j) c[j] = t[j];
    else
      for (long j = 0; j < columns; ++j) c[j] += t[j];
  }
}

// Rows of C from `row` on, with the block of B that is packed.
static void multiply_rows(const struct product* p, double* packed_a, long row, long column,
                          long inner) {
  const long rows = least(p->block_rows, p->m - row), columns = least(block_columns, p->n - column);
  const long count = least(depth, p->k - inner);
  double tile[tile_rows * tile_columns] __attribute__((aligned(64)));
  for (long i = 0; i < rows; i += tile_rows)
    pack_panel(packed_a + i * depth, p->a + (row + i) * p->k + inner, tile_rows,
               least(tile_rows, rows - i), count, p->k, 1);
  for (long j = 0; j < columns; j += tile_columns)
    for (long i = 0; i < rows; i += tile_rows) {
      multiply_tile(packed_a + i * depth, p->packed_b + j * depth, count, tile);
      put_tile(p, tile, row + i, column + j, inner == 0);
    }
}

static void multiply(const struct product* p) {
  double* const packed_a = p->packed_a + (long)omp_get_thread_num() * most_rows * depth;
  for (long column = 0; column < p->n; column += block_columns)
    for (long inner = 0; inner < p->k; inner += depth) {
      const long columns = least(block_columns, p->n - column);
#pragma omp for schedule(static)
      for (long j = 0; j < columns; j += tile_columns)
        pack_panel(p->packed_b + j * depth, p->b + inner * p->n + column + j, tile_columns,
                   least(tile_columns, columns - j), least(depth, p->k - inner), 1, p->n);
#pragma omp for schedule(static)
      for (long row = 0; row < p->m; row += p->block_rows)
        multiply_rows(p, packed_a, row, column, inner);
    }
}

static void repeat(void* data, long count) {
  const struct product* const p = data;
#pragma omp parallel
  for (long n = 0; n < count; ++n) multiply(p);
}

static double* random_matrix(long rows, long columns, uint64_t seed) {
  double* const matrix = page_aligned((size_t)(rows * columns) * sizeof(double));
#pragma omp parallel for schedule(static)
  for (long i = 0; i < rows * columns; ++i)
    matrix[i] = 0x1p-52 * (double)(random_bits((seed << 48) + (uint64_t)i) >> 11) - 1.0;
  return matrix;
}

// Row by column, of all elements or of every so many.
static long wrong_elements(const struct product* p) {
  const long elements = p->m * p->n;
  const long most = 200000000 / p->k + 1;
  const long step = elements / most + 1;
  const double tolerance = 4e-16 * (double)p->k;
  long wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
  for (long e = 0; e < elements; e += step) {
    double sum = 0.0;
    for (long k = 0; k < p->k; ++k) sum += p->a[e / p->n * p->k + k] * p->b[k * p->n + e % p->n];
    wrong += !(fabs(p->c[e] - sum) <= tolerance);
  }
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "dgemm", "[M [N [K]]]", 0, 3);
  const char* const what = "M, N and K are whole numbers from 1 to 100000";
  struct product p = {.m = whole_number(&a, 0, 768, 1, 100000, what)};
  p.n = whole_number(&a, 1, p.m, 1, 100000, what);
  p.k = whole_number(&a, 2, p.n, 1, 100000, what);

  const long share = (p.m + omp_get_max_threads() - 1) / omp_get_max_threads();
  p.block_rows = least(most_rows, (share + tile_rows - 1) / tile_rows * tile_rows);

  hpcast_phase("init");
  p.a = random_matrix(p.m, p.k, 1);
  p.b = random_matrix(p.k, p.n, 2);
  p.c = random_matrix(p.m, p.n, 3);
  p.packed_b = page_aligned(sizeof(double) * block_columns * depth);
  p.packed_a = page_aligned(sizeof(double) * most_rows * depth * (size_t)omp_get_max_threads());

  hpcast_phase("dgemm");
  const struct duration took = go_on(&a, repeat, &p);

  hpcast_phase("check");
  const double flops = 2.0 * (double)p.m * (double)p.n * (double)p.k * (double)took.repetitions;
  double sum = 0.0;
  for (long i = 0; i < p.m * p.n; ++i) sum += p.c[i];
  printf("dgemm: %ld x %ld by %ld x %ld, %ld repetitions, %.3f GFLOP/s, checksum %.6f\n", p.m, p.k,
         p.k, p.n, took.repetitions, 1e-9 * flops / took.seconds, sum);
  const long wrong = wrong_elements(&p);
  if (wrong) fprintf(stderr, "dgemm: %ld elements are wrong\n", wrong);
  return wrong != 0;
}
