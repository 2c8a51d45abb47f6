// Simulations as whole programs: molecules, particles in cells, finite elements, rays.
#include <string.h>

#include "kernels.h"

static long n, turns;
static double *x, *y, *z;

// Molecular dynamics: Lennard-Jones forces over lists of neighbours, then a step of time.
static double *force, *speed, *origin;
static uint32_t *first, *neighbour;
static double edge;
enum { most_neighbours = 120 };

static double apart(double d) { return d > edge / 2 ? d - edge : d < -edge / 2 ? d + edge : d; }
static double squared_distance(long i, long j) {
  const double dx = apart(x[i] - x[j]), dy = apart(y[i] - y[j]), dz = apart(z[i] - z[j]);
  return dx * dx + dy * dy + dz * dz;
}
static void init_molecules(long size, long t) {
  const long atoms = size * size * size;
  turns = t;
  n = atoms;
  edge = 1.2 * (double)size;
  x = doubles(n, -0.1, 0.1);
  y = doubles(n, -0.1, 0.1);
  z = doubles(n, -0.1, 0.1);
  force = doubles(3 * n, 0, 0);
  speed = doubles(3 * n, -0.1, 0.1);
  origin = doubles(3 * n, 0, 0);
  first = words(n + 1, 1);
  neighbour = words(n * most_neighbours, 1);
  // In no order of space, as after some time.
  const uint32_t* const place = random_cycle(n);
  for (long i = 0; i < n; ++i) {
    x[i] += 1.2 * (double)(place[i] % (uint32_t)size);
    y[i] += 1.2 * (double)(place[i] / (uint32_t)size % (uint32_t)size);
    z[i] += 1.2 * (double)(place[i] / (uint32_t)(size * size));
  }
  uint32_t count = 0;
  for (long i = 0; i < n; ++i) {
    first[i] = count;
    for (long j = 0; j < n; ++j)
      if (j != i && squared_distance(i, j) < 2.8 * 2.8 && count - first[i] < most_neighbours)
        neighbour[count++] = (uint32_t)j;
  }
  first[n] = count;
  memcpy(origin, x, n * sizeof *x);
  memcpy(origin + n, y, n * sizeof *y);
  memcpy(origin + 2 * n, z, n * sizeof *z);
}
static void force_on(long i) {
  double fx = 0, fy = 0, fz = 0;
  for (uint32_t k = first[i]; k < first[i + 1]; ++k) {
    const long j = neighbour[k];
    const double dx = apart(x[i] - x[j]), dy = apart(y[i] - y[j]), dz = apart(z[i] - z[j]);
    const double square = dx * dx + dy * dy + dz * dz;
    if (square >= 2.5 * 2.5) continue;
    const double inverse = 1 / square, sixth = inverse * inverse * inverse;
    const double pull = 48 * inverse * sixth * (sixth - 0.5);
    fx += pull * dx;
    fy += pull * dy;
    fz += pull * dz;
  }
  force[3 * i] = fx;
  force[3 * i + 1] = fy;
  force[3 * i + 2] = fz;
}
static double molecules(void) {
  const double step = 1e-4;
  memcpy(x, origin, n * sizeof *x);
  memcpy(y, origin + n, n * sizeof *y);
  memcpy(z, origin + 2 * n, n * sizeof *z);
  for (long t = 0; t < turns; ++t) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; ++i) force_on(i);
    for (long i = 0; i < n; ++i) {
      x[i] += step * (speed[3 * i] + step * force[3 * i]);
      y[i] += step * (speed[3 * i + 1] + step * force[3 * i + 1]);
      z[i] += step * (speed[3 * i + 2] + step * force[3 * i + 2]);
    }
  }
  return sum_of(x, n) + sum_of(y, n) + sum_of(z, n);
}

// Particles in cells, two dimensions, periodic: charge to the grid, a field from it, a push.
enum { cells = 64 };
static double *grid, *field_x, *field_y, *speed_x, *speed_y;
static void init_particles(long size, long t) {
  n = size;
  turns = t;
  x = doubles(n, 0, cells);
  y = doubles(n, 0, cells);
  speed_x = doubles(n, -0.3, 0.3);
  speed_y = doubles(n, -0.3, 0.3);
  grid = doubles(cells * cells, 0, 0);
  field_x = doubles(cells * cells, 0, 0);
  field_y = doubles(cells * cells, 0, 0);
}
static double wrapped(double v) { return v < 0 ? v + cells : v >= cells ? v - cells : v; }
static NOINLINE void deposit(void) {
  memset(grid, 0, cells * cells * sizeof *grid);
  for (long i = 0; i < n; ++i) {
    const long cx = (long)x[i], cy = (long)y[i];
    const double fx = x[i] - (double)cx, fy = y[i] - (double)cy;
    const long right = (cx + 1) % cells, above = (cy + 1) % cells;
    grid[cy * cells + cx] += (1 - fx) * (1 - fy);
    grid[cy * cells + right] += fx * (1 - fy);
    grid[above * cells + cx] += (1 - fx) * fy;
    grid[above * cells + right] += fx * fy;
  }
}
static NOINLINE void solve_field(void) {
  for (long i = 0; i < cells; ++i)
    for (long j = 0; j < cells; ++j) {
      field_x[i * cells + j] =
          grid[i * cells + (j + 1) % cells] - grid[i * cells + (j + cells - 1) % cells];
      field_y[i * cells + j] =
          grid[(i + 1) % cells * cells + j] - grid[(i + cells - 1) % cells * cells + j];
    }
}
static NOINLINE void advance(void) {
  for (long i = 0; i < n; ++i) {
    const long cx = (long)x[i], cy = (long)y[i];
    const double fx = x[i] - (double)cx, fy = y[i] - (double)cy;
    const long here = cy * cells + cx, above = (cy + 1) % cells * cells + cx;
    const double ex = (1 - fy) * field_x[here] + fy * field_x[above];
    const double ey = (1 - fx) * field_y[here] + fx * field_y[cy * cells + (cx + 1) % cells];
    speed_x[i] = 0.99 * speed_x[i] - 1e-4 * ex;
    speed_y[i] = 0.99 * speed_y[i] - 1e-4 * ey;
    x[i] = wrapped(x[i] + speed_x[i]);
    y[i] = wrapped(y[i] + speed_y[i]);
  }
}
static double particles(void) {
  for (long t = 0; t < turns; ++t) {
    deposit();
    solve_field();
    advance();
  }
  return sum_of(grid, cells * cells);
}

// Finite elements: stiffness of triangles on a square, added into rows of eight places.
enum { places = 8 };
static long side;
static int32_t* columns_of_rows;
static double* values_of_rows;
static void init_elements(long size, long t) {
  side = size;
  turns = t;
  n = (side + 1) * (side + 1);
  x = doubles(n, -0.2, 0.2);
  y = doubles(n, -0.2, 0.2);
  columns_of_rows = (int32_t*)words(n * places, 1);
  values_of_rows = doubles(n * places, 0, 0);
  for (long i = 0; i < n; ++i) {
    x[i] += (double)(i % (side + 1));
    y[i] += (double)(i / (side + 1));
  }
}
static void add_to_row(int32_t* columns, double* values, long row, long column, double v) {
  int32_t* const c = columns + row * places;
  int k = 0;
  while (k < places - 1 && c[k] != column && c[k] >= 0) ++k;
  c[k] = (int32_t)column;
  values[row * places + k] += v;
}
static void add_triangle(int32_t* columns, double* values, const long* node) {
  double dx[3], dy[3];
  for (int k = 0; k < 3; ++k) {
    const long p = node[(k + 1) % 3], q = node[(k + 2) % 3];
    dx[k] = x[q] - x[p];
    dy[k] = y[p] - y[q];
  }
  const double twice_area = dx[1] * dy[0] - dx[0] * dy[1];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      add_to_row(columns, values, node[i], node[j],
                 (dx[i] * dx[j] + dy[i] * dy[j]) / (2 * twice_area));
}
static double assemble(int32_t* columns, double* values) {
  for (long i = 0; i < n * places; ++i) {
    columns[i] = -1;
    values[i] = 0;
  }
  for (long i = 0; i < side; ++i)
    for (long j = 0; j < side; ++j) {
      const long k = i * (side + 1) + j;
      add_triangle(columns, values, (const long[]){k, k + 1, k + side + 1});
      add_triangle(columns, values, (const long[]){k + 1, k + side + 2, k + side + 1});
    }
  double trace = 0;
  for (long i = 0; i < n; ++i)
    for (int k = 0; k < places; ++k)
      if (columns[i * places + k] == i) trace += values[i * places + k];
  return trace;
}
static double elements(void) {
  double trace = 0;
  for (long t = 0; t < turns; ++t) trace += assemble(columns_of_rows, values_of_rows);
  return trace;
}

// Rays against spheres, each ray with the nearest one.
static double* radius;
static void init_spheres(long size, long t) {
  n = size;
  turns = t;
  x = doubles(n, -1, 1);
  y = doubles(n, -1, 1);
  z = doubles(n, 2, 6);
  radius = doubles(n, 0.05, 0.3);
}
static double nearest(double dx, double dy) {
  const double length = __builtin_sqrt(dx * dx + dy * dy + 1), ux = dx / length, uy = dy / length,
               uz = 1 / length;
  double least = 1e9;
  for (long i = 0; i < n; ++i) {
    const double along = ux * x[i] + uy * y[i] + uz * z[i];
    const double inside =
        along * along - (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]) + radius[i] * radius[i];
    if (inside < 0) continue;
    const double hit = along - __builtin_sqrt(inside);
    if (hit < least) least = hit;
  }
  return least < 1e9 ? 1 / least : 0;
}
static double rays(void) {
  double light = 0;
  for (long i = 0; i < turns; ++i)
    for (long j = 0; j < turns; ++j)
      light += nearest((double)(2 * i - turns) / (double)turns / 3,
                       (double)(2 * j - turns) / (double)turns / 3);
  return light;
}

// Prices of options: logarithms, exponentials and square roots of the C library.
static void init_options(long size, long t) {
  n = size;
  turns = t;
  x = doubles(n, 50, 150);
  y = doubles(n, 0.2, 2);
  z = doubles(n, 0, 0);
}
static double options(void) {
  for (long t = 0; t < turns; ++t)
    for (long i = 0; i < n; ++i) {
      const double spread = 0.3 * sqrt(y[i]);
      const double d = (log(x[i] / 100) + (0.02 + 0.045) * y[i]) / spread;
      z[i] = x[i] / (1 + exp(-1.7 * d)) - 100 * exp(-0.02 * y[i]) / (1 + exp(-1.7 * (d - spread)));
    }
  return sum_of(z, n);
}

const struct kernel physics_kernels[] = {
    {"molecules", whole_program, o2 | o3_v3, o2 | o3_v3, init_molecules, molecules, 12, 4},
    {"particles", whole_program, o2 | o3 | o3_v3, 0, init_particles, particles, 20000, 3},
    {"elements", whole_program, o2 | o3_v3, 0, init_elements, elements, 120, 1},
    {"rays", whole_program, o2 | o3_v3, 0, init_spheres, rays, 60, 80},
    {"options", whole_program, o2 | o3_v3, 0, init_options, options, 10000, 2},
    {0}};
