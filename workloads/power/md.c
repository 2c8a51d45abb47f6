// Molecular dynamics: atoms with the Lennard-Jones potential in a periodic box, by lists of
// neighbours.
//
//   md [CELLS] [--seconds S | --repetitions N]     (default 12: 4 CELLS^3 atoms)
//
// A face-centred cubic crystal of density 0.8442 begins to melt at temperature 1.44, in reduced
// units; cut-off 2.5, velocity Verlet with steps of 0.004. Lists reach 0.3 further and are made
// anew, from cells, in each tenth step. A repetition is a step. Phases: init, md, check. Exit
// status: 1 where momentum or energy was not conserved, or forces are not what all pairs give.
#include "run.h"

enum { atoms_a_cell = 4, most_neighbours = 160, list_steps = 10 };
static const double density = 0.8442, temperature = 1.44, cut_off = 2.5, skin = 0.3;
static const double time_step = 0.004;

struct atoms {
  long count;
  double box;  // its edge
  double (*at)[3], (*velocity)[3], (*force)[3];
  int32_t* neighbours;  // most_neighbours of each
  int32_t* neighbour_count;
  long cells;  // along an edge, each as wide as a list reaches, or more
  int32_t *first_in_cell, *next_in_cell;
  long step;
};

// The nearest of the periodic images.
ALWAYS_INLINE double nearest(double d, double box) {
  if (d > 0.5 * box) return d - box;
  return d < -0.5 * box ? d + box : d;
}

ALWAYS_INLINE double distance(const struct atoms* a, long i, long j, double d[3]) {
  for (int x = 0; x < 3; ++x) d[x] = nearest(a->at[i][x] - a->at[j][x], a->box);
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

// Of the pair, over the distance.
ALWAYS_INLINE double force_of(double squared) {
  const double r2 = 1.0 / squared, r6 = r2 * r2 * r2;
  return 48.0 * r2 * r6 * (r6 - 0.5);
}

// Shifted, so that it ends at the cut-off.
static double potential_of(double squared) {
  const double c2 = 1.0 / (cut_off * cut_off), c6 = c2 * c2 * c2;
  const double r2 = 1.0 / squared, r6 = r2 * r2 * r2;
  return 4.0 * (r6 * (r6 - 1.0) - c6 * (c6 - 1.0));
}

static long cell_of(const struct atoms* a, long i) {
  long cell = 0;
  for (int x = 0; x < 3; ++x) {
    const long c = (long)(a->at[i][x] / a->box * (double)a->cells);
    cell = cell * a->cells + (c < a->cells ? c : a->cells - 1);
  }
  return cell;
}

NOINLINE void fill_cells(struct atoms* a) {
  for (long c = 0; c < a->cells * a->cells * a->cells; ++c) a->first_in_cell[c] = -1;
  for (long i = 0; i < a->count; ++i) {
    const long cell = cell_of(a, i);
    a->next_in_cell[i] = a->first_in_cell[cell];
    a->first_in_cell[cell] = (int32_t)i;
  }
}

static void add_neighbours(struct atoms* a, long i, long cell) {
  const double reach = (cut_off + skin) * (cut_off + skin);
  double d[3];
  for (long j = a->first_in_cell[cell]; j >= 0; j = a->next_in_cell[j])
    if (j != i && distance(a, i, j, d) < reach && a->neighbour_count[i] < most_neighbours)
      a->neighbours[i * most_neighbours + a->neighbour_count[i]++] = (int32_t)j;
}

NOINLINE void list_neighbours(struct atoms* a, long i) {
  const long n = a->cells, own = cell_of(a, i);
  a->neighbour_count[i] = 0;
  for (long c = 0; c < 27; ++c) {
    const long x = (own / n / n + c / 9 + n - 1) % n, y = (own / n + c / 3 % 3 + n - 1) % n;
    add_neighbours(a, i, (x * n + y) * n + (own + c % 3 + n - 1) % n);
  }
}

NOINLINE void sum_forces(const struct atoms* a, long i) {
  double sum[3] = {0.0, 0.0, 0.0}, d[3];
  for (int32_t k = 0; k < a->neighbour_count[i]; ++k) {
    const double squared = distance(a, i, a->neighbours[i * most_neighbours + k], d);
    if (squared >= cut_off * cut_off) continue;
    const double f = force_of(squared);
    for (int x = 0; x < 3; ++x) sum[x] += f * d[x];
  }
  for (int x = 0; x < 3; ++x) a->force[i][x] = sum[x];
}

static void all_forces(struct atoms* a) {
  if (a->step % list_steps == 0) {
    fill_cells(a);
#pragma omp parallel for schedule(static)
    for (long i = 0; i < a->count; ++i) list_neighbours(a, i);
  }
#pragma omp parallel for schedule(static)
  for (long i = 0; i < a->count; ++i) sum_forces(a, i);
}

static void kick(struct atoms* a) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < a->count; ++i)
    for (int x = 0; x < 3; ++x) a->velocity[i][x] += 0.5 * time_step * a->force[i][x];
}

static void drift(struct atoms* a) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < a->count; ++i)
    for (int x = 0; x < 3; ++x) {
      const double to = a->at[i][x] + time_step * a->velocity[i][x];
      a->at[i][x] = to < 0.0 ? to + a->box : to >= a->box ? to - a->box : to;
    }
}

static void repeat(void* data, long count) {
  struct atoms* const a = data;
  for (long r = 0; r < count; ++r) {
    kick(a);
    drift(a);
    ++a->step;
    all_forces(a);
    kick(a);
  }
}

static void make_room(struct atoms* a) {
  const size_t n = (size_t)a->count, cells = (size_t)(a->cells * a->cells * a->cells);
  a->at = page_aligned(n * sizeof *a->at);
  a->velocity = page_aligned(n * sizeof *a->velocity);
  a->force = page_aligned(n * sizeof *a->force);
  a->neighbours = page_aligned(n * most_neighbours * sizeof(int32_t));
  a->neighbour_count = page_aligned(n * sizeof(int32_t));
  a->next_in_cell = page_aligned(n * sizeof(int32_t));
  a->first_in_cell = page_aligned(cells * sizeof(int32_t));
}

// Velocities are random, without a common one, and of the temperature.
static void make_crystal(struct atoms* a, long cells) {
  static const double place[atoms_a_cell][3] = {{0, 0, 0}, {0, .5, .5}, {.5, 0, .5}, {.5, .5, 0}};
  const double width = a->box / (double)cells;
  double mean[3] = {0.0, 0.0, 0.0}, squares = 0.0;
  for (long i = 0; i < a->count; ++i) {
    const long c = i / atoms_a_cell;
    const long cell[3] = {c / cells / cells, c / cells % cells, c % cells};
    for (int x = 0; x < 3; ++x) {
      a->at[i][x] = width * ((double)cell[x] + place[i % atoms_a_cell][x] + 0.25);
      a->velocity[i][x] = exact_random((uint64_t)(3 * i + x)) - 1.5;
      mean[x] += a->velocity[i][x] / (double)a->count;
    }
  }
  for (long i = 0; i < a->count; ++i)
    for (int x = 0; x < 3; ++x) {
      a->velocity[i][x] -= mean[x];
      squares += a->velocity[i][x] * a->velocity[i][x];
    }
  const double scale = sqrt(3.0 * (double)a->count * temperature / squares);
  for (long i = 0; i < a->count; ++i)
    for (int x = 0; x < 3; ++x) a->velocity[i][x] *= scale;
}

static double energy_of(const struct atoms* a) {
  double energy = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : energy)
  for (long i = 0; i < a->count; ++i) {
    double d[3];
    for (int x = 0; x < 3; ++x) energy += 0.5 * a->velocity[i][x] * a->velocity[i][x];
    for (int32_t k = 0; k < a->neighbour_count[i]; ++k) {
      const double squared = distance(a, i, a->neighbours[i * most_neighbours + k], d);
      if (squared < cut_off * cut_off) energy += 0.5 * potential_of(squared);
    }
  }
  return energy / (double)a->count;
}

// Against all other atoms, of every so many.
static long wrong_forces(const struct atoms* a) {
  const long step = a->count * a->count / 50000000 + 1;
  long wrong = 0;
  for (long i = 0; i < a->count; i += step) {
    double sum[3] = {0.0, 0.0, 0.0}, d[3];
    for (long j = 0; j < a->count; ++j) {
      const double squared = j == i ? 1e9 : distance(a, i, j, d);
      if (squared >= cut_off * cut_off) continue;
      for (int x = 0; x < 3; ++x) sum[x] += force_of(squared) * d[x];
    }
    for (int x = 0; x < 3; ++x) wrong += !(fabs(sum[x] - a->force[i][x]) <= 1e-8);
  }
  return wrong;
}

// The largest component, an atom.
static double momentum_of(const struct atoms* a) {
  double most = 0.0;
  for (int x = 0; x < 3; ++x) {
    double sum = 0.0;
    for (long i = 0; i < a->count; ++i) sum += a->velocity[i][x];
    if (fabs(sum) > most) most = fabs(sum);
  }
  return most / (double)a->count;
}

int main(int argc, char** argv) {
  const struct arguments arguments = read_arguments(argc, argv, "md", "[CELLS]", 0, 1);
  const long cells = whole_number(&arguments, 0, 12, 6, 200, "CELLS is a number from 6 to 200");
  struct atoms a = {.count = atoms_a_cell * cells * cells * cells};
  a.box = cbrt((double)a.count / density);
  a.cells = (long)(a.box / (cut_off + skin));

  hpcast_phase("init");
  make_room(&a);
  make_crystal(&a, cells);
  all_forces(&a);
  const double energy = energy_of(&a);

  hpcast_phase("md");
  const struct duration took = go_on(&arguments, repeat, &a);

  hpcast_phase("check");
  const double rate = (double)a.count * (double)took.repetitions / took.seconds;
  const double gain = energy_of(&a) - energy, momentum = momentum_of(&a);
  printf("md: %ld atoms, %ld repetitions, %.3f M atom steps/s, energy %.4f, gained %.1e\n", a.count,
         took.repetitions, 1e-6 * rate, energy, gain);
  const long wrong = wrong_forces(&a);
  if (wrong) fprintf(stderr, "md: %ld components of forces are wrong\n", wrong);
  if (!(momentum < 1e-9 && fabs(gain) < 0.01))
    fprintf(stderr, "md: momentum %g or energy %g was gained\n", momentum, gain);
  return wrong != 0 || !(momentum < 1e-9 && fabs(gain) < 0.01);
}
