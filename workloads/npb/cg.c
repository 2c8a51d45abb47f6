// CG, conjugate gradient: the smallest eigenvalue of a random sparse symmetric matrix by inverse
// iteration, each step 25 iterations of conjugate gradients.  cg [S|W|A]
#include "npb.h"

static const double condition = 0.1;  // reciprocal of the condition number of the random part
enum { cg_iterations = 25 };

static const struct {
  long n;
  int nonzeros;  // of each random vector
  int iterations;
  double shift, zeta;
} problems[npb_classes] = {
    {1400, 7, 15, 10.0, 8.5971775078648},
    {7000, 8, 15, 12.0, 10.362595087124},
    {14000, 11, 15, 20.0, 17.130235054029},
};

struct matrix {
  long n;
  long* row_start;
  int* column;
  double* value;
};

// A sparse vector of a few random elements.
struct sparse_vector {
  int count;
  int index[16];
  double value[16];
};

static int position(const struct sparse_vector* v, long index) {
  for (int i = 0; i < v->count; ++i)
    if (v->index[i] == index) return i;
  return -1;
}

// RNR-94-007, section 2.4: `nonzeros` elements at distinct random places, then element `own` = 0.5.
static struct sparse_vector random_vector(long n, int nonzeros, long own, uint64_t* state) {
  struct sparse_vector v = {0};
  long range = 1;
  while (range < n) range *= 2;
  while (v.count < nonzeros) {
    const double value = npb_random(state);
    const long index = (long)(npb_random(state) * (double)range);
    if (index >= n || position(&v, index) >= 0) continue;
    v.index[v.count] = (int)index;
    v.value[v.count++] = value;
  }
  int at = position(&v, own);
  if (at < 0) at = v.count++;
  v.index[at] = (int)own;
  v.value[at] = 0.5;
  return v;
}

// Space for every product of two elements, one row after another, before equal places are added.
static void count_rows(const struct sparse_vector* v, long n, long* row_start) {
  memset(row_start, 0, (n + 1) * sizeof(long));
  for (long o = 0; o < n; ++o)
    for (int i = 0; i < v[o].count; ++i) row_start[v[o].index[i] + 1] += v[o].count;
  for (long i = 0; i < n; ++i) row_start[i + 1] += row_start[i];
}

static void insert(struct matrix* m, long* used, long row, int column, double value) {
  const long first = m->row_start[row];
  for (long k = first; k < first + used[row]; ++k)
    if (m->column[k] == column) {
      m->value[k] += value;
      return;
    }
  m->column[first + used[row]] = column;
  m->value[first + used[row]++] = value;
}

// Closes the gaps that the additions left in the rows.
static void compress(struct matrix* m, const long* used) {
  long to = 0;
  for (long i = 0; i < m->n; ++i) {
    const long from = m->row_start[i];
    m->row_start[i] = to;
    for (long k = 0; k < used[i]; ++k, ++to) {
      m->column[to] = m->column[from + k];
      m->value[to] = m->value[from + k];
    }
  }
  m->row_start[m->n] = to;
}

// The sum of weighted outer products w_o v_o v_o^T, plus (condition - shift) on the diagonal.
static struct matrix make_matrix(long n, int nonzeros, double shift) {
  uint64_t state = npb_skip(314159265, 1);
  struct sparse_vector* v = npb_allocate(n * sizeof *v);
  for (long o = 0; o < n; ++o) v[o] = random_vector(n, nonzeros, o, &state);
  struct matrix m = {.n = n, .row_start = npb_allocate((n + 1) * sizeof(long))};
  count_rows(v, n, m.row_start);
  m.column = npb_allocate(m.row_start[n] * sizeof(int));
  m.value = npb_allocate(m.row_start[n] * sizeof(double));
  long* used = npb_allocate(n * sizeof(long));
  memset(used, 0, n * sizeof(long));
  double weight = 1.0;
  const double ratio = pow(condition, 1.0 / (double)n);
  for (long o = 0; o < n; ++o, weight *= ratio)
    for (int i = 0; i < v[o].count; ++i)
      for (int j = 0; j < v[o].count; ++j)
        insert(&m, used, v[o].index[i], v[o].index[j], weight * v[o].value[i] * v[o].value[j]);
  for (long i = 0; i < n; ++i) insert(&m, used, i, (int)i, condition - shift);
  compress(&m, used);
  free(used);
  free(v);
  return m;
}

static void multiply(const struct matrix* m, const double* restrict x, double* restrict y) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < m->n; ++i) {
    double sum = 0.0;
    for (long k = m->row_start[i]; k < m->row_start[i + 1]; ++k)
      sum += m->value[k] * x[m->column[k]];
    y[i] = sum;
  }
}

static double dot(long n, const double* x, const double* y) {
  double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (long i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// y = x + factor * y
static void scale_and_add(long n, const double* x, double factor, double* y) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) y[i] = x[i] + factor * y[i];
}

// y += factor * x
static void add_scaled(long n, double factor, const double* x, double* y) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) y[i] += factor * x[i];
}

struct work {
  double *z, *p, *q, *r;
};

// Solves A z = x approximately; returns the norm of the residual x - A z.
static double conjugate_gradient(const struct matrix* m, const double* x, struct work* w) {
  const long n = m->n;
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) {
    w->z[i] = 0.0;
    w->r[i] = w->p[i] = x[i];
  }
  double rho = dot(n, w->r, w->r);
  for (int i = 0; i < cg_iterations; ++i) {
    multiply(m, w->p, w->q);
    const double alpha = rho / dot(n, w->p, w->q);
    add_scaled(n, alpha, w->p, w->z);
    add_scaled(n, -alpha, w->q, w->r);
    const double previous = rho;
    rho = dot(n, w->r, w->r);
    scale_and_add(n, w->r, rho / previous, w->p);
  }
  multiply(m, w->z, w->q);
  double square = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : square)
  for (long i = 0; i < n; ++i) square += (x[i] - w->q[i]) * (x[i] - w->q[i]);
  return sqrt(square);
}

int main(int argc, char** argv) {
  const enum npb_class c = npb_class_argument(argc, argv);
  const long n = problems[c].n;

  hpcast_phase("init");
  const struct matrix m = make_matrix(n, problems[c].nonzeros, problems[c].shift);
  double* x = npb_allocate(n * sizeof(double));
  struct work w = {npb_allocate(n * sizeof(double)), npb_allocate(n * sizeof(double)),
                   npb_allocate(n * sizeof(double)), npb_allocate(n * sizeof(double))};
  for (long i = 0; i < n; ++i) x[i] = 1.0;

  hpcast_phase("cg");
  double zeta = 0.0, residual = 0.0;
  const double start = npb_seconds();
  for (int i = 0; i < problems[c].iterations; ++i) {
    residual = conjugate_gradient(&m, x, &w);
    zeta = problems[c].shift + 1.0 / dot(n, x, w.z);
    const double norm = 1.0 / sqrt(dot(n, w.z, w.z));
#pragma omp parallel for schedule(static)
    for (long k = 0; k < n; ++k) x[k] = norm * w.z[k];
  }
  const double took = npb_seconds() - start;

  hpcast_phase("check");
  printf("cg: %ld rows, %ld elements, zeta %.13f, residual %.3e\n", n, m.row_start[n], zeta,
         residual);
  return npb_verdict("cg", c, took, fabs(zeta - problems[c].zeta) <= 1e-10);
}
