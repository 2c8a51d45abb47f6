// Families of matrices that look like those of the Florida (SuiteSparse) collection.
#pragma once

#include "matrix.h"

// Values between 1/1024 and 1, the same on every run.
static double some_value(unsigned long long* state) {
  return (double)(next_random(state) % 1024 + 1) / 1024.0;
}

static long random_below(unsigned long long* state, long limit) {
  const unsigned long long high = next_random(state);  // 31 bits are too few for long ranges
  return (long)((high << 31 | next_random(state)) % (unsigned long long)limit);
}

struct generator {
  struct entries entries;
  unsigned long long state;
};

static struct generator generator_of(long long n) {
  return (struct generator){.entries = no_entries(n), .state = 1};
}

static void put(struct generator* g, long row, long column) {
  add_entry(&g->entries, row, column, some_value(&g->state));
}

static void put_pair(struct generator* g, long row, long column) {
  put(g, row, column);
  put(g, column, row);
}

// An N x ... grid with a dense or a cross-shaped neighbourhood: finite differences and elements.
static struct entries stencil(long n, int dimensions, int cross) {
  struct generator g = generator_of(times(times(n, n), dimensions == 3 ? n : 1));
  for (long i = 0; i < g.entries.n; ++i) {
    const long x = i % n, y = i / n % n, z = i / n / n;
    for (int dz = dimensions == 3 ? -1 : 0; dz <= (dimensions == 3 ? 1 : 0); ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          if (cross && abs(dx) + abs(dy) + abs(dz) > 1) continue;
          if (x + dx < 0 || x + dx >= n || y + dy < 0 || y + dy >= n) continue;
          if (dimensions == 3 && (z + dz < 0 || z + dz >= n)) continue;
          put(&g, i, i + dx + n * (dy + n * dz));
        }
  }
  return g.entries;
}

static struct entries stencil_2d5(long n, long unused) { return (void)unused, stencil(n, 2, 1); }
static struct entries stencil_2d9(long n, long unused) { return (void)unused, stencil(n, 2, 0); }
static struct entries stencil_3d7(long n, long unused) { return (void)unused, stencil(n, 3, 1); }
static struct entries stencil_3d27(long n, long unused) { return (void)unused, stencil(n, 3, 0); }

static struct entries banded(long n, long half_width) {
  struct generator g = generator_of(n);
  for (long i = 0; i < n; ++i) {
    const long first = i > half_width ? i - half_width : 0;
    for (long j = first; j < n && j <= i + half_width; ++j) put(&g, i, j);
  }
  return g.entries;
}

// The main diagonal and others all over the matrix.
static struct entries diagonals(long n, long count) {
  struct generator g = generator_of(n);
  for (long d = 0; d < count; ++d) {
    const long offset = d == 0 ? 0 : random_below(&g.state, 2 * n - 1) - (n - 1);
    for (long i = offset < 0 ? -offset : 0; i < n && i + offset < n; ++i) put(&g, i, i + offset);
  }
  return g.entries;
}

// Nodes on a square grid, each with `block` unknowns, coupled with its neighbours by dense blocks:
// finite elements. The last node may have fewer unknowns.
static struct entries block_grid(long n, long block) {
  struct generator g = generator_of(n);
  const long nodes = (n + block - 1) / block, width = (long)ceil(sqrt((double)nodes));
  for (long i = 0; i < n; ++i) {
    const long node = i / block;
    const long neighbours[] = {node - width, node - 1, node, node + 1, node + width};
    for (int k = 0; k < 5; ++k)
      for (long j = neighbours[k] * block; j < n && j < (neighbours[k] + 1) * block; ++j)
        if (j >= 0) put(&g, i, j);
  }
  return g.entries;
}

// An irregular mesh in a good order: each point knows some that are near it, and they know it.
static struct entries mesh(long n, long degree) {
  struct generator g = generator_of(n);
  const long near = (long)sqrt((double)n) + 1;
  for (long i = 0; i < n; ++i) {
    put(&g, i, i);
    for (long k = 0; k < (degree + 1) / 2; ++k) {
      const long j = i - 1 - random_below(&g.state, near);
      if (j >= 0) put_pair(&g, i, j);
    }
  }
  return g.entries;
}

// `count` distinct columns for a row, in order (Knuth, volume 2, algorithm 3.4.2 S): one draw for
// each column, so for rows that are long.
static void select_columns(struct generator* g, long row, long count) {
  const long n = g->entries.n;
  for (long j = 0; j < n && count > 0; ++j)
    if (random_below(&g->state, n - j) < count) {
      put(g, row, j);
      --count;
    }
}

// The same for short rows, by trying; the last row that took column j is taken[j] - 1.
static void try_columns(struct generator* g, int* taken, long row, long count) {
  while (count > 0) {
    const long j = random_below(&g->state, g->entries.n);
    if (taken[j] == row + 1) continue;
    taken[j] = (int)row + 1;
    put(g, row, j);
    --count;
  }
}

static void random_row(struct generator* g, int* taken, long row, long count) {
  if (count > g->entries.n / 2)
    select_columns(g, row, count);
  else
    try_columns(g, taken, row, count);
}

static struct entries uniform(long n, long per_row) {
  struct generator g = generator_of(n);
  if (per_row > n) fail(bad_input, "%ld nonzeros do not fit a row of %ld columns", per_row, n);
  int* taken = scratch(n, sizeof *taken);
  for (long i = 0; i < n; ++i) random_row(&g, taken, i, per_row);
  free(taken);
  return g.entries;
}

static int* shuffled(long n, unsigned long long* state) {
  int* order = scratch(n, sizeof *order);
  for (long i = 0; i < n; ++i) {
    const long other = random_below(state, i + 1);
    order[i] = order[other];
    order[other] = (int)i;
  }
  return order;
}

// The r-th longest row has about 1 / r of the longest one's nonzeros (Zipf); no row is longer than
// the matrix is wide. What rounding leaves goes to the next row.
static struct entries powerlaw(long n, long nonzeros) {
  struct generator g = generator_of(n);
  int* taken = scratch(n, sizeof *taken);
  int* order = shuffled(n, &g.state);
  double sum = 0.0, due = 0.0;
  for (long r = 1; r <= n; ++r) sum += 1.0 / (double)r;
  for (long r = 1; r <= n; ++r) {
    due += (double)nonzeros / sum / (double)r;
    const long count = due < (double)n ? (long)due : n;
    random_row(&g, taken, order[r - 1], count);
    due -= (double)count;
    if (due > 1.0) due = 1.0;
  }
  free(order);
  free(taken);
  return g.entries;
}

// A graph with hubs in rows and columns: recursive matrix with Graph500's probabilities
// (Chakrabarti, Zhan, Faloutsos, SDM 2004). Repeated edges are merged, so there are fewer of them
// than drawn.
static struct entries rmat(long n, long nonzeros) {
  struct generator g = generator_of(n);
  for (long k = 0; k < nonzeros;) {
    long row = 0, column = 0;
    for (long bit = 1; bit < n; bit *= 2) {
      const long draw = random_below(&g.state, 100);
      row = 2 * row + (draw >= 76);
      column = 2 * column + (draw >= 95 || (draw >= 57 && draw < 76));
    }
    if (row >= n || column >= n) continue;
    put(&g, row, column);
    ++k;
  }
  return g.entries;
}

// A few parts to each node, most of them to near nodes, and some nets that one node in twenty is
// connected to (supply, clock).
static struct entries circuit(long n, long unused) {
  (void)unused;
  enum { nets = 3 };
  struct generator g = generator_of(n);
  for (long i = 0; i < n; ++i) {
    put(&g, i, i);
    const long parts = random_below(&g.state, 3);
    for (long k = 0; k < parts && i > 0; ++k) {
      const long near = i < 50 ? i : 50;
      const int far = random_below(&g.state, 10) == 0;
      put_pair(&g, i, far ? random_below(&g.state, i) : i - 1 - random_below(&g.state, near));
    }
    if (i > nets && random_below(&g.state, 20) == 0) put_pair(&g, i, random_below(&g.state, nets));
  }
  return g.entries;
}

static struct entries arrow(long n, long unused) {
  (void)unused;
  struct generator g = generator_of(n);
  put(&g, 0, 0);
  for (long i = 1; i < n; ++i) {
    put_pair(&g, 0, i);
    put(&g, i, i);
  }
  return g.entries;
}

// A part of all places, at random: tables of economics, small problems that are nearly dense.
static struct entries dense(long n, long percent) {
  if (percent > 100) fail(bad_input, "%ld percent are more than all", percent);
  struct generator g = generator_of(n);
  for (long i = 0; i < n; ++i) select_columns(&g, i, n * percent / 100);
  return g.entries;
}

static const struct family {
  const char* name;
  const char*
      second;  // the parameter after the number of rows (of grid points a side); may be none
  struct entries (*make)(long first, long second);
} families[] = {{"stencil:2d5", NULL, stencil_2d5},
                {"stencil:2d9", NULL, stencil_2d9},
                {"stencil:3d7", NULL, stencil_3d7},
                {"stencil:3d27", NULL, stencil_3d27},
                {"banded", "HALFBANDWIDTH", banded},
                {"diagonals", "COUNT", diagonals},
                {"block", "BLOCK", block_grid},
                {"mesh", "DEGREE", mesh},
                {"random", "NONZEROS_PER_ROW", uniform},
                {"powerlaw", "NONZEROS", powerlaw},
                {"rmat", "NONZEROS", rmat},
                {"circuit", NULL, circuit},
                {"arrow", NULL, arrow},
                {"dense", "PERCENT", dense}};

// The family that `name` is of, NULL for none; *numbers is what follows its name.
static const struct family* family_of(const char* name, const char** numbers) {
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
    const size_t length = strlen(families[i].name);
    if (strncmp(name, families[i].name, length) != 0 || name[length] != ':') continue;
    *numbers = name + length;
    return &families[i];
  }
  return NULL;
}

// The number after the colon at *at.
static long family_number(const char* name, const char** at) {
  char* end;
  const long value = **at == ':' ? strtol(*at + 1, &end, 10) : 0;
  if (value < 1 || value >= INT_MAX || !strchr(":", *end))
    fail(bad_input, "%s: a positive whole number is missing or too large", name);
  *at = end;
  return value;
}

static struct matrix generate(const char* name, const struct family* family, const char* numbers) {
  const long first = family_number(name, &numbers);
  const long second = family->second ? family_number(name, &numbers) : 0;
  if (*numbers != '\0') fail(bad_input, "%s: '%s' is too much", name, numbers);
  struct entries e = family->make(first, second);
  return matrix_of(&e);
}
