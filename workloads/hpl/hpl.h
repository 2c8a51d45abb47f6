// A solver of dense linear equations as HPL is one: right-looking LU with partial pivoting on a
// P x Q grid of processes, blocks of NB columns dealt out in turn, panels broadcast along rows of
// the grid. Own code; what it shares with HPL is who sends what to whom, and when.
#pragma once

#include <mpi.h>
#include <stddef.h>

enum broadcast { broadcast_ring, broadcast_tree };
// exchange: the two rows of a swap change places, message by message, as pivots have it.
// gather: all rows that a panel can swap are added up at once, and in the panel a pivot's row
// travels with the search for it, so that messages do not depend on pivots.
enum swap { swap_exchange, swap_gather };

// The way of `problem`, a struct problem. -DHPL_SWAP=swap_gather makes a program of one way only.
#ifdef HPL_SWAP
#define SWAP_OF(problem) HPL_SWAP
#else
#define SWAP_OF(problem) ((problem).swap)
#endif

struct problem {
  int n, nb;  // unknowns, and columns of a block
  enum broadcast broadcast;
  enum swap swap;
};

// The processes of a row or column of the grid, by their ranks.
struct line {
  int size, place;    // how many, and which one this is
  int first, stride;  // ranks
};
static inline int rank_at(struct line line, int place) { return line.first + place * line.stride; }

// One process's place in the grid and its part of the matrix: n rows, n columns and the right-hand
// side, column after column.
struct part {
  struct problem problem;
  int p, q, row, column;  // the grid's extents, and the place in it
  struct line along_row, along_column;
  int rows, columns;  // of its own
  double* a;
};

// A factorised panel as every process of the grid needs it.
struct panel {
  int block;      // its number
  int width;      // columns
  int rows;       // own rows below its diagonal block
  int first_row;  // the first of them
  double* data;   // pivots (width), diagonal block (width x width), own rows below (rows x width)
};

// grid.c
struct part make_part(struct problem problem, int p, int q);
int owned(int n, int nb, int place, int places);  // rows or columns below n of that place
int global_row(const struct part* part, int row);
int global_column(const struct part* part, int column);
int local_index(int global, int nb, int places);  // where its owner has it
int own_from(const struct part* part, int global, int places, int place);
double element(int row, int column);  // of the matrix; column n: of the right-hand side

// line.c
void broadcast_along(struct line line, double* data, int length, int root);
void reduce_along(struct line line, double* own, int length,
                  void (*combine)(double* own, const double* other, int length));
void add(double* own, const double* other, int length);
void take_larger(double* own, const double* other, int length);
void take_rows(double* own, const double* other, int length);

// panel.c
struct panel make_panel(const struct part* part, int block);
void factorise(struct part* part, struct panel* panel);
void broadcast_panel(const struct part* part, struct panel* panel);

// update.c
void update(struct part* part, const struct panel* panel);

// solve.c
void solve(struct part* part, double* x);
double residual(const struct part* part, const double* x);  // scaled as HPL does: below 16 is right

static inline double* column_of(const struct part* part, int column) {
  return part->a + (size_t)column * (size_t)part->rows;
}
static inline double* pivots_of(const struct panel* panel) { return panel->data; }
static inline double* diagonal_of(const struct panel* panel) { return panel->data + panel->width; }
static inline double* below_of(const struct panel* panel) {
  return panel->data + panel->width + (size_t)panel->width * (size_t)panel->width;
}
static inline size_t panel_length(const struct panel* panel) {
  return (size_t)panel->width * (size_t)(1 + panel->width + panel->rows);
}
void* allocated(size_t bytes);  // or the program ends
