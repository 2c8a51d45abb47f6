// Dense matrix product C = A B, n x n in double precision, block by block.
//
//   dgemm_blocked [N [BLOCK [CHECKSUM]]]     (default 256 32)
//
// Each block of C is the sum of N / BLOCK products of blocks; blocks at the edges are smaller where
// BLOCK does not divide N. A product's working set is three blocks, and which of them are still in
// a cache depends on what N rows of blocks take. All values are small whole numbers, so the
// checksum over C is exact; the exit status is 1 where it is not CHECKSUM. Its functions stay
// functions (noinline) to be told apart as regions: one for each block of C, one for each product.
#include "kernel.h"

#define REGION static __attribute__((noinline))

struct product {
  long n, block;
  double *a, *b, *c;
};

static long least(long one, long other) { return one < other ? one : other; }

REGION void init(struct product* p) {
  const size_t bytes = (size_t)(p->n * p->n) * sizeof(double);
  p->a = page_aligned(bytes);
  p->b = page_aligned(bytes);
  p->c = page_aligned(bytes);
  for (long i = 0; i < p->n; ++i)
    for (long j = 0; j < p->n; ++j) {
      p->a[i * p->n + j] = (double)((3 * i + j) % 9);
      p->b[i * p->n + j] = (double)((i + 5 * j) % 11);
      p->c[i * p->n + j] = 0.0;
    }
}

// C's block at (row, column) and the product of A's at (row, inner) and B's at (inner, column).
REGION void multiply_blocks(const struct product* p, long row, long column, long inner) {
  const long n = p->n;
  const long rows = least(row + p->block, n), columns = least(column + p->block, n);
  const long inners = least(inner + p->block, n);
  for (long i = row; i < rows; ++i)
    for (long k = inner; k < inners; ++k) {
      const double factor = p->a[i * n + k];
      for (long j = column; j < columns; ++j) p->c[i * n + j] += factor * p->b[k * n + j];
    }
}

REGION void block_of_product(const struct product* p, long row, long column) {
  for (long inner = 0; inner < p->n; inner += p->block) multiply_blocks(p, row, column, inner);
}

REGION void multiply(const struct product* p) {
  for (long row = 0; row < p->n; row += p->block)
    for (long column = 0; column < p->n; column += p->block) block_of_product(p, row, column);
}

// The checksum.
REGION unsigned long report(const struct product* p) {
  unsigned long sum = 0;
  for (long i = 0; i < p->n * p->n; ++i) sum = (sum * 31 + (unsigned long)p->c[i]) % 1000000007UL;
  printf("dgemm_blocked: n = %ld, blocks of %ld, checksum %lu\n", p->n, p->block, sum);
  return sum;
}

REGION void release(struct product* p) {
  free(p->a);
  free(p->b);
  free(p->c);
}

int main(int argc, char** argv) {
  struct product p = {.n = long_argument(argc, argv, 1, 256),
                      .block = long_argument(argc, argv, 2, 32)};
  hpcast_phase("init");
  init(&p);
  hpcast_phase("multiply");
  multiply(&p);
  hpcast_phase("check");
  const unsigned long sum = report(&p);
  release(&p);
  if (argc <= 3 || sum == (unsigned long)long_argument(argc, argv, 3, 0)) return 0;
  fprintf(stderr, "dgemm_blocked: the checksum is not %s\n", argv[3]);
  return 1;
}
