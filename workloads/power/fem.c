// Finite elements: y = sum over the elements of G^T G x, element by element through lists of nodes,
// as FrontFlow/blue's fluid loops; as a mesh generator leaves it, and tuned.
//
//   fem plain|tuned [N] [--seconds S | --repetitions N]     (default 48: N^3 hexahedra)
//
// plain: nodes are numbered, and the elements of each of eight colours (of which no two share a
// node, so that threads do not meet) follow each other, in random order: each element takes eight
// nodes from all over memory. tuned: nodes and elements are numbered along the mesh, and threads
// take layers of elements, every other one at a time: the same numbers flow by in order. Both give
// the same y, exactly. Phases: init, fem, check. Exit status: 1 where a node's y is not what the
// mesh's coordinates give without lists. After A. Kuroda et al. (2015), section 4.2: the tuned
// loops move more memory a second, and draw more power.
#include "run.h"

enum { corners = 8, colours = 8 };

struct element {
  double g[corners];
  int32_t node[corners];
};

struct mesh {
  long n;  // elements along an edge
  int tuned;
  struct element* element;
  long* first;         // of each colour, or layer, and behind the last one
  int32_t* number_of;  // by place (k, j, i) of a node
  double *x, *y;       // by number
};

static long nodes_of(const struct mesh* m) { return (m->n + 1) * (m->n + 1) * (m->n + 1); }
static long place_of(const struct mesh* m, long i, long j, long k) {
  return (k * (m->n + 1) + j) * (m->n + 1) + i;
}
static long corner_of(const struct mesh* m, long i, long j, long k, int c) {
  return place_of(m, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
}

// Multiples of 2^-13 below 1: all sums of products of three of them are exact.
static double small_random(uint64_t index) {
  return 0x1p-13 * (double)((int64_t)(random_bits(index) >> 50) - 8192);
}
static double coefficient(long element, int corner) {
  return small_random((uint64_t)(element * corners + corner));
}
static double unknown(long place) { return small_random(((uint64_t)1 << 50) + (uint64_t)place); }

ALWAYS_INLINE void add_element(const struct element* e, const double* x, double* y) {
  double s = 0.0;
  UNROLL
  for (int c = 0; c < corners; ++c) s += e->g[c] * x[e->node[c]];
  UNROLL
  for (int c = 0; c < corners; ++c) y[e->node[c]] += e->g[c] * s;
}

NOINLINE void add_elements(const struct mesh* m, long first, long end) {
  for (long e = first; e < end; ++e) add_element(m->element + e, m->x, m->y);
}

// Colours one after the other, the elements of one shared by the threads.
static void apply_plain(const struct mesh* m) {
  const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
  for (int colour = 0; colour < colours; ++colour) {
    const long first = m->first[colour], count = m->first[colour + 1] - first;
    add_elements(m, first + count * thread / threads, first + count * (thread + 1) / threads);
#pragma omp barrier
  }
}

// A layer touches the nodes of its two sides: even layers do not meet each other, nor do odd ones.
static void apply_tuned(const struct mesh* m) {
  for (long odd = 0; odd < 2; ++odd) {
#pragma omp for schedule(static)
    for (long k = odd; k < m->n; k += 2) add_elements(m, m->first[k], m->first[k + 1]);
  }
}

static void repeat(void* data, long count) {
  const struct mesh* const m = data;
#pragma omp parallel
  for (long r = 0; r < count; ++r) {
#pragma omp for schedule(static)
    for (long i = 0; i < nodes_of(m); ++i) m->y[i] = 0.0;
    if (m->tuned)
      apply_tuned(m);
    else
      apply_plain(m);
  }
}

// 0 ... count - 1, shuffled (Fisher and Yates).
static int32_t* permutation(long count, uint64_t seed, int shuffled) {
  int32_t* const order = page_aligned((size_t)count * sizeof(int32_t));
  for (long i = 0; i < count; ++i) order[i] = (int32_t)i;
  for (long i = count - 1; i > 0 && shuffled; --i) {
    const long j = (long)(random_bits(seed + (uint64_t)i) % (uint64_t)(i + 1));
    const int32_t was = order[i];
    order[i] = order[j];
    order[j] = was;
  }
  return order;
}

static long part_of(const struct mesh* m, long e) {
  const long i = e % m->n, j = e / m->n % m->n, k = e / m->n / m->n;
  return m->tuned ? k : (i & 1) + 2 * (j & 1) + 4 * (k & 1);
}

static void put_element(struct mesh* m, struct element* to, long e) {
  const long i = e % m->n, j = e / m->n % m->n, k = e / m->n / m->n;
  for (int c = 0; c < corners; ++c) {
    to->g[c] = coefficient(e, c);
    to->node[c] = m->number_of[corner_of(m, i, j, k, c)];
  }
}

// Elements of a part one after the other, in the order given.
static void sort_by_part(struct mesh* m, const int32_t* order, long elements, long parts) {
  long* const next = calloc((size_t)parts + 1, sizeof(long));
  m->first = page_aligned((size_t)(parts + 1) * sizeof(long));
  for (long e = 0; e < elements; ++e) ++next[part_of(m, e) + 1];
  for (long part = 0; part < parts; ++part) next[part + 1] += next[part];
  memcpy(m->first, next, (size_t)(parts + 1) * sizeof(long));
  for (long e = 0; e < elements; ++e)
    put_element(m, m->element + next[part_of(m, order[e])]++, order[e]);
  free(next);
}

static void make_mesh(struct mesh* m) {
  const long elements = m->n * m->n * m->n;
  m->number_of = permutation(nodes_of(m), 1, !m->tuned);
  int32_t* const order = permutation(elements, (uint64_t)1 << 40, !m->tuned);
  m->element = page_aligned((size_t)elements * sizeof(struct element));
  sort_by_part(m, order, elements, m->tuned ? m->n : colours);
  free(order);
  m->x = page_aligned((size_t)nodes_of(m) * sizeof(double));
  m->y = page_aligned((size_t)nodes_of(m) * sizeof(double));
  for (long p = 0; p < nodes_of(m); ++p) m->x[m->number_of[p]] = unknown(p);
}

static long wrong_nodes(const struct mesh* m) {
  double* const y = calloc((size_t)nodes_of(m), sizeof(double));
  if (!y) return -1;
  for (long e = 0; e < m->n * m->n * m->n; ++e) {
    const long i = e % m->n, j = e / m->n % m->n, k = e / m->n / m->n;
    double s = 0.0;
    for (int c = 0; c < corners; ++c) s += coefficient(e, c) * unknown(corner_of(m, i, j, k, c));
    for (int c = 0; c < corners; ++c) y[corner_of(m, i, j, k, c)] += coefficient(e, c) * s;
  }
  long wrong = 0;
  for (long p = 0; p < nodes_of(m); ++p) wrong += m->y[m->number_of[p]] != y[p];
  free(y);
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "fem", "plain|tuned [N]", 1, 2);
  struct mesh m = {.tuned = strcmp(a.words[0], "tuned") == 0};
  if (!m.tuned && strcmp(a.words[0], "plain") != 0) refuse(&a, "plain or tuned?", a.words[0]);
  m.n = whole_number(&a, 1, 48, 1, 1000, "N is a number from 1 to 1000");

  hpcast_phase("init");
  make_mesh(&m);

  hpcast_phase("fem");
  const struct duration took = go_on(&a, repeat, &m);

  hpcast_phase("check");
  const double elements = (double)(m.n * m.n * m.n) * (double)took.repetitions / took.seconds;
  double sum = 0.0;
  for (long p = 0; p < nodes_of(&m); ++p) sum += m.y[p];
  printf("fem: %s, %ld elements, %ld repetitions, %.3f GFLOP/s, checksum %.9f\n", a.words[0],
         m.n * m.n * m.n, took.repetitions, 32e-9 * elements, sum);
  const long wrong = wrong_nodes(&m);
  if (wrong) fprintf(stderr, "fem: %ld nodes are wrong\n", wrong);
  return wrong != 0;
}
