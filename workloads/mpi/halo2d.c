// halo2d N M PX PY STEPS
//
// Heat on N x M cells dealt to PX x PY processes: in each step four neighbours exchange their edges
// without waiting, then each cell takes its neighbours' mean into account. It begins with a wave of
// which the decay is known exactly, and says how far the end is from that; the exit status too.
#include <math.h>

#include "arguments.h"

static const char usage[] = "halo2d N M PX PY STEPS";

// A process's cells with a frame of one around them, row after row.
struct field {
  int n, m;                      // of all cells
  int rows, columns;             // own cells
  int first_row, first_column;   // the first of them among all
  int north, south, west, east;  // ranks
  double *now, *then;
};

static int share(int cells, int places, int place) {
  return cells / places + (place < cells % places ? 1 : 0);
}
static int first_of(int cells, int places, int place) {
  const int more = cells % places;
  return cells / places * place + (place < more ? place : more);
}

static size_t at(const struct field* field, int row, int column) {
  return (size_t)row * (size_t)(field->columns + 2) + (size_t)column;
}

// Cells 1..N; what lies around is 0.
static double wave(const struct field* field, int row, int column) {
  const double pi = 3.14159265358979323846;
  return sin(pi * (field->first_row + row) / (field->n + 1)) *
         sin(pi * (field->first_column + column) / (field->m + 1));
}

static struct field make_field(int n, int m, int px, int py, int rank) {
  struct field field = {.n = n, .m = m};
  const int x = rank / py, y = rank % py;
  field.rows = share(n, px, x);
  field.columns = share(m, py, y);
  field.first_row = first_of(n, px, x);
  field.first_column = first_of(m, py, y);
  field.north = x > 0 ? rank - py : MPI_PROC_NULL;
  field.south = x + 1 < px ? rank + py : MPI_PROC_NULL;
  field.west = y > 0 ? rank - 1 : MPI_PROC_NULL;
  field.east = y + 1 < py ? rank + 1 : MPI_PROC_NULL;
  const size_t cells = (size_t)(field.rows + 2) * (size_t)(field.columns + 2);
  field.now = allocated(cells * sizeof(double));
  field.then = allocated(cells * sizeof(double));
  for (size_t i = 0; i < cells; ++i) field.now[i] = field.then[i] = 0;
  for (int i = 1; i <= field.rows; ++i)
    for (int j = 1; j <= field.columns; ++j) field.now[at(&field, i, j)] = wave(&field, i, j);
  return field;
}

// `edges`: own west and east columns, then the neighbours'.
static void exchange(struct field* field, double* edges) {
  const int rows = field->rows, columns = field->columns;
  double *const west = edges, *const east = west + rows, *const from_west = east + rows,
                *const from_east = from_west + rows;
  MPI_Request requests[8];
  MPI_Irecv(&field->now[at(field, 0, 1)], columns, MPI_DOUBLE, field->north, 1, MPI_COMM_WORLD,
            &requests[0]);
  MPI_Irecv(&field->now[at(field, rows + 1, 1)], columns, MPI_DOUBLE, field->south, 2,
            MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(from_west, rows, MPI_DOUBLE, field->west, 3, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(from_east, rows, MPI_DOUBLE, field->east, 4, MPI_COMM_WORLD, &requests[3]);
  for (int i = 0; i < rows; ++i) {
    west[i] = field->now[at(field, i + 1, 1)];
    east[i] = field->now[at(field, i + 1, columns)];
  }
  MPI_Isend(&field->now[at(field, rows, 1)], columns, MPI_DOUBLE, field->south, 1, MPI_COMM_WORLD,
            &requests[4]);
  MPI_Isend(&field->now[at(field, 1, 1)], columns, MPI_DOUBLE, field->north, 2, MPI_COMM_WORLD,
            &requests[5]);
  MPI_Isend(east, rows, MPI_DOUBLE, field->east, 3, MPI_COMM_WORLD, &requests[6]);
  MPI_Isend(west, rows, MPI_DOUBLE, field->west, 4, MPI_COMM_WORLD, &requests[7]);
  MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < rows; ++i) {
    if (field->west != MPI_PROC_NULL) field->now[at(field, i + 1, 0)] = from_west[i];
    if (field->east != MPI_PROC_NULL) field->now[at(field, i + 1, columns + 1)] = from_east[i];
  }
}

static void relax(struct field* field) {
  const int rows = field->rows, columns = field->columns;
  for (int i = 1; i <= rows; ++i) {
    const double* const above = field->now + at(field, i - 1, 0);
    const double* const here = field->now + at(field, i, 0);
    const double* const below = field->now + at(field, i + 1, 0);
    double* const result = field->then + at(field, i, 0);
    for (int j = 1; j <= columns; ++j)
      result[j] = 0.5 * here[j] + 0.125 * (above[j] + below[j] + here[j - 1] + here[j + 1]);
  }
  double* const free_now = field->now;
  field->now = field->then;
  field->then = free_now;
}

static double largest_error(const struct field* field, int steps) {
  const double pi = 3.14159265358979323846;
  const double decay = 0.5 + 0.25 * (cos(pi / (field->n + 1)) + cos(pi / (field->m + 1)));
  const double left = pow(decay, steps);
  double error = 0;
  for (int i = 1; i <= field->rows; ++i)
    for (int j = 1; j <= field->columns; ++j)
      error = fmax(error, fabs(field->now[at(field, i, j)] - left * wave(field, i, j)));
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return error;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 6) stop("expected five numbers", usage);
  const int n = number(argv[1], usage), m = number(argv[2], usage);
  const int px = number(argv[3], usage), py = number(argv[4], usage);
  const int steps = number(argv[5], usage);
  if (px * py != size) stop("PX x PY is not the number of processes", usage);
  if (px > n || py > m) stop("fewer cells than processes", usage);
  struct field field = make_field(n, m, px, py, rank);
  double* const edges = allocated(4 * (size_t)field.rows * sizeof(double));
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    exchange(&field, edges);
    relax(&field);
  }
  const double seconds = MPI_Wtime() - start;
  const double error = largest_error(&field, steps);
  const int right = error < 1e-12 * (1 + steps);
  if (rank == 0)
    printf("halo2d %d x %d on %d x %d: %d steps, %.6f s, error %.1e, %s\n", n, m, px, py, steps,
           seconds, error, right ? "right" : "WRONG");
  free(edges);
  free(field.now);
  free(field.then);
  MPI_Finalize();
  return right ? 0 : 1;
}
