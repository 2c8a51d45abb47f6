// Sparse matrix times vector, y = A x, in the ten storage formats of the LIS library that its test
// program spmvtest5 measures.
//
//   spmv FORMAT MATRIX [REPETITIONS] [OPTION...]     (default 10)
//   spmv --size FORMAT MATRIX      the bytes it would take, nothing more
//   spmv --formats                 the formats' names
//
// FORMAT: CRS (CSR), CCS (CSC), MSR, DIA, ELL, JAD, BSR, BSC, VBR or COO. MATRIX: a Matrix Market
// file, not compressed (coordinate or array; real, integer, pattern, or complex, of which the real
// part; symmetries are expanded; square, as LIS's formats need), or one of these (N: grid points a
// side):
//   stencil:2d5:N  stencil:2d9:N  stencil:3d7:N  stencil:3d27:N   finite differences and elements
//   block:ROWS:BLOCK       finite elements with BLOCK unknowns a node, dense blocks
//   banded:ROWS:HALFBANDWIDTH
//   diagonals:ROWS:COUNT   the main diagonal and others anywhere
//   mesh:ROWS:DEGREE       an irregular mesh in a good order
//   circuit:ROWS           few parts a node, and three nets that one node in twenty is connected to
//   random:ROWS:NONZEROS_PER_ROW
//   powerlaw:ROWS:NONZEROS rows of Zipf-like length
//   rmat:ROWS:NONZEROS     a graph with hubs in rows and columns
//   arrow:ROWS             first row, first column and diagonal
//   dense:ROWS:PERCENT     so much of all places
//   --limit BYTES   most memory to take (default: three quarters of the machine's); with more
//   needed,
//                   spmv ends with status 3 and one line that says so before it takes it
//   --x WHICH       random[:SEED] (default, seed 1; between 1 and 2), ramp (from 1 to 2), ones (as
//   LIS)
//   --output FILE   y, a line for each element
//
// Indices are 32-bit and BSR's and BSC's blocks 2 x 2, as LIS has them by default. CRS is parallel
// (OpenMP), the others are not. Phases: read, convert, multiply, check. Exit status: 0 when y is
// what plain coordinates give, within rounding; 1 when it is not; 2 for bad input, 3 for too much
// memory.
#include <getopt.h>

#include "spmv/bsr_bsc.h"
#include "spmv/ccs.h"
#include "spmv/coo.h"
#include "spmv/crs.h"
#include "spmv/dia.h"
#include "spmv/ell.h"
#include "spmv/generate.h"
#include "spmv/jad.h"
#include "spmv/matrix_market.h"
#include "spmv/msr.h"
#include "spmv/vbr.h"

static const struct format formats[] = {{"CRS", "CSR", crs_bytes, crs_convert, crs_multiply},
                                        {"CCS", "CSC", ccs_bytes, ccs_convert, ccs_multiply},
                                        {"MSR", NULL, msr_bytes, msr_convert, msr_multiply},
                                        {"DIA", NULL, dia_bytes, dia_convert, dia_multiply},
                                        {"ELL", NULL, ell_bytes, ell_convert, ell_multiply},
                                        {"JAD", NULL, jad_bytes, jad_convert, jad_multiply},
                                        {"BSR", NULL, block_lines_bytes, bsr_convert, bsr_multiply},
                                        {"BSC", NULL, block_lines_bytes, bsc_convert, bsc_multiply},
                                        {"VBR", NULL, vbr_bytes, vbr_convert, vbr_multiply},
                                        {"COO", NULL, coo_bytes, coo_convert, coo_multiply}};
enum { format_count = sizeof formats / sizeof formats[0] };

enum vector_kind { random_vector, ramp_vector, ones_vector };

struct request {
  const struct format* format;
  const char* matrix;
  const char* output;  // NULL: none
  long repetitions;
  int only_size;
  enum vector_kind x;
  unsigned long long seed;
};

static const char usage[] =
    "Usage: spmv FORMAT MATRIX [REPETITIONS] [--limit BYTES] [--x random[:SEED] | ramp | ones]\n"
    "            [--output FILE]\n"
    "       spmv --size FORMAT MATRIX\n"
    "       spmv --formats\n"
    "MATRIX: a Matrix Market file or a generated one, for instance stencil:3d7:50. The head of\n"
    "workloads/spmv.c says what there is.\n";

static long long positive(const char* text, const char* what) {
  char* end;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (end == text || *end != '\0' || value < 1 || errno == ERANGE)
    fail(bad_input, "%s: '%s' is not a positive whole number", what, text);
  return value;
}

static const struct format* format_of(const char* name) {
  for (int i = 0; i < format_count; ++i)
    if (strcasecmp(name, formats[i].name) == 0 ||
        (formats[i].alias && strcasecmp(name, formats[i].alias) == 0))
      return &formats[i];
  fail(bad_input, "'%s' is no format (spmv --formats names them)", name);
}

static void print_formats(void) {
  for (int i = 0; i < format_count; ++i) puts(formats[i].name);
}

static void read_vector_kind(struct request* request, const char* text) {
  if (strcmp(text, "ramp") == 0) {
    request->x = ramp_vector;
  } else if (strcmp(text, "ones") == 0) {
    request->x = ones_vector;
  } else if (strncmp(text, "random:", 7) == 0) {
    request->seed = (unsigned long long)positive(text + 7, "--x random");
  } else if (strcmp(text, "random") != 0) {
    fail(bad_input, "--x: '%s' is none of random, random:SEED, ramp, ones", text);
  }
}

static void read_option(struct request* request, int option) {
  switch (option) {
    case 's':
      request->only_size = 1;
      break;
    case 'l':
      budget.limit = positive(optarg, "--limit");
      break;
    case 'x':
      read_vector_kind(request, optarg);
      break;
    case 'o':
      request->output = optarg;
      break;
    case 'f':
      print_formats();
      exit(0);
    case 'h':
      fputs(usage, stdout);
      exit(0);
    default:
      fputs(usage, stderr);
      exit(bad_input);
  }
}

static struct request read_request(int argc, char** argv) {
  static const struct option options[] = {{"size", no_argument, NULL, 's'},
                                          {"limit", required_argument, NULL, 'l'},
                                          {"x", required_argument, NULL, 'x'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"formats", no_argument, NULL, 'f'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  struct request request = {.repetitions = 10, .seed = 1};
  budget.limit = most_of_memory();
  int option;
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1)
    read_option(&request, option);
  const int words = argc - optind;
  if (words < 2 || words > 3) {
    fputs(usage, stderr);
    exit(bad_input);
  }
  request.format = format_of(argv[optind]);
  budget.format = request.format->name;
  request.matrix = argv[optind + 1];
  if (words == 3) request.repetitions = (long)positive(argv[optind + 2], "REPETITIONS");
  return request;
}

static struct matrix read_matrix(const char* name) {
  const char* numbers;
  const struct family* family = family_of(name, &numbers);
  struct matrix m = family ? generate(name, family, numbers) : read_matrix_market(name);
  if (m.merged > 0 && !family)
    printf("spmv: %s: %ld entries were added to others of the same place\n", name, m.merged);
  return m;
}

static double* make_x(const struct request* request, long n) {
  double* x = page_aligned((size_t)doubles(padded_length(n)));
  unsigned long long state = request->seed;
  for (long i = 0; i < padded_length(n); ++i) {
    x[i] = 1.0;
    if (i >= n)
      x[i] = 0.0;
    else if (request->x == random_vector)
      x[i] += (double)next_random(&state) / 0x1p31;
    else if (request->x == ramp_vector)
      x[i] += (double)i / (double)n;
  }
  return x;
}

// What y should be, and how much rounding two orders of the same sum can make of it: each makes at
// most (terms - 1) roundings of sums and one of a product, half an epsilon of the magnitudes each.
static long count_wrong(const struct matrix* m, const double* x, const double* y) {
  double* right = scratch(m->n, sizeof *right);
  double* magnitude = scratch(m->n, sizeof *magnitude);
  for (long k = 0; k < m->nonzeros; ++k) {
    const double product = m->value[k] * x[m->column[k]];
    right[m->row[k]] += product;
    magnitude[m->row[k]] += fabs(product);
  }
  long wrong = 0;
  for (long i = 0; i < m->n; ++i) {
    const double tolerance = 0x1p-52 * (double)(row_length(m, i) + 2) * magnitude[i];
    wrong += !(fabs(y[i] - right[i]) <= tolerance) && y[i] != right[i];
  }
  free(magnitude);
  free(right);
  return wrong;
}

static void write_vector(const char* name, const double* y, long n) {
  FILE* file = fopen(name, "w");
  if (!file) fail(bad_input, "%s: %s", name, strerror(errno));
  for (long i = 0; i < n; ++i) fprintf(file, "%.17g\n", y[i]);
  if (ferror(file) | fclose(file)) fail(bad_input, "%s: not written whole", name);
}

// x and y; the check adds two more of them.
static long long vectors_bytes(const struct matrix* m) { return 2 * doubles(padded_length(m->n)); }

static void print_sizes(const struct request* r, const struct matrix* m, long long storage) {
  printf("spmv: %s, %s: %ld rows, %ld nonzeros, storage %lld bytes, working set %lld bytes\n",
         r->format->name, r->matrix, m->n, m->nonzeros, storage, plus(storage, vectors_bytes(m)));
}

static void* convert(const struct request* r, const struct matrix* m) {
  const long long storage = r->format->bytes(m);
  if (r->only_size) {
    print_sizes(r, m, storage);
    exit(0);
  }
  afford(plus(plus(storage, 2 * vectors_bytes(m)), matrix_bytes(m)), "with the matrix as read");
  print_sizes(r, m, storage);
  void* converted = r->format->convert(m);
  if (stored_bytes != storage)
    fail(wrong_result, "%s took %lld bytes, not %lld", r->format->name, stored_bytes, storage);
  return converted;
}

static void report(const struct matrix* m, const double* y, long repetitions, double total,
                   double best) {
  double sum = 0.0;
  for (long i = 0; i < m->n; ++i) sum += y[i];
  printf("spmv: %ld multiplications, %.6f s, best %.9f s, %.1f MFLOP/s, checksum %.9g\n",
         repetitions, total, best, 2e-6 * (double)m->nonzeros * (double)repetitions / total, sum);
}

int main(int argc, char** argv) {
  const struct request request = read_request(argc, argv);

  hpcast_phase("read");
  const struct matrix m = read_matrix(request.matrix);

  hpcast_phase("convert");
  const void* storage = convert(&request, &m);
  double* x = make_x(&request, m.n);
  double* y = page_aligned((size_t)doubles(padded_length(m.n)));
  clear(y, padded_length(m.n));

  hpcast_phase("multiply");
  double total = 0.0, best = INFINITY;
  for (long r = 0; r < request.repetitions; ++r) {
    const double start = seconds();
    request.format->multiply(storage, x, y);
    const double took = seconds() - start;
    total += took;
    best = fmin(best, took);
  }

  hpcast_phase("check");
  const long wrong = count_wrong(&m, x, y);
  report(&m, y, request.repetitions, total, best);
  if (request.output) write_vector(request.output, y, m.n);
  if (wrong) fail(wrong_result, "%s: %ld elements are wrong", request.format->name, wrong);
  return 0;
}
