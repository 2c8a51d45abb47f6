// Particle in cell: particles move and leave their charge at the corners of the cell they are in.
//
//   pic [CELLS [PARTICLES]] [--seconds S | --repetitions N]
//                                                       (default 32: 32^3 cells; 8 a cell)
//
// Cloud in cell: a particle's charge goes to the eight corners by how near they are. Each thread
// adds into a grid of its own; the grids are added up. PARTICLES are so many in a cell on average;
// they are in no order, so the grid is met all over. Places and speeds are multiples of 2^-10 of a
// cell: all is exact. A repetition is a step. Phases: init, pic, check. Exit status: 1 where a
// corner's charge is not what the particles' places at the end, told from their beginning, give.
#include "run.h"

enum { dimensions = 3 };
static const double unit = 0x1p-10;

struct particle {
  double at[dimensions], speed[dimensions];
};

struct plasma {
  long n, corners, particles;  // cells along an edge; n^3
  struct particle* particle;
  double* of_thread;  // charges, a grid a thread
  double* charge;
};

ALWAYS_INLINE long corner_of(long n, const long cell[dimensions], int corner) {
  long at = 0;
  for (int x = dimensions - 1; x >= 0; --x) {
    const long i = cell[x] + (corner >> x & 1);
    at = at * n + (i == n ? 0 : i);
  }
  return at;
}

ALWAYS_INLINE void deposit(double* charge, long n, const double at[dimensions]) {
  long cell[dimensions];
  double far[dimensions];
  for (int x = 0; x < dimensions; ++x) {
    cell[x] = (long)at[x];
    far[x] = at[x] - (double)cell[x];
  }
  UNROLL
  for (int c = 0; c < 8; ++c) {
    double share = 1.0;
    for (int x = 0; x < dimensions; ++x) share *= c >> x & 1 ? far[x] : 1.0 - far[x];
    charge[corner_of(n, cell, c)] += share;
  }
}

NOINLINE void move_and_deposit(const struct plasma* p, double* charge, long first, long end) {
  const double edge = (double)p->n;
  for (long i = first; i < end; ++i) {
    struct particle* const one = p->particle + i;
    for (int x = 0; x < dimensions; ++x) {
      const double to = one->at[x] + one->speed[x];
      one->at[x] = to >= edge ? to - edge : to < 0 ? to + edge : to;
    }
    deposit(charge, p->n, one->at);
  }
}

static void repeat(void* data, long count) {
  const struct plasma* const p = data;
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    double* const own = p->of_thread + thread * p->corners;
    for (long r = 0; r < count; ++r) {
      memset(own, 0, (size_t)p->corners * sizeof(double));
      move_and_deposit(p, own, p->particles * thread / threads,
                       p->particles * (thread + 1) / threads);
#pragma omp barrier
#pragma omp for schedule(static)
      for (long i = 0; i < p->corners; ++i) {
        double sum = 0.0;
        for (int t = 0; t < threads; ++t) sum += p->of_thread[t * p->corners + i];
        p->charge[i] = sum;
      }
    }
  }
}

// In units: its place and, up to a quarter of a cell, its speed.
static long first_place(const struct plasma* p, long i, int x) {
  return (long)(random_bits((uint64_t)(i * 2 * dimensions + x)) % (uint64_t)(p->n * 1024));
}
static long speed_of(long i, int x) {
  return (long)(random_bits((uint64_t)(i * 2 * dimensions + dimensions + x)) % 512) - 256;
}

static void make_particles(struct plasma* p, int threads) {
  p->particle = page_aligned((size_t)p->particles * sizeof(struct particle));
  p->charge = page_aligned((size_t)p->corners * sizeof(double));
  p->of_thread = page_aligned((size_t)(threads * p->corners) * sizeof(double));
#pragma omp parallel for schedule(static)
  for (long i = 0; i < p->particles; ++i)
    for (int x = 0; x < dimensions; ++x) {
      p->particle[i].at[x] = unit * (double)first_place(p, i, x);
      p->particle[i].speed[x] = unit * (double)speed_of(i, x);
    }
}

// The share of each corner anywhere near, by its distances.
static void deposit_plainly(double* charge, long n, const double at[dimensions]) {
  for (int c = 0; c < 64; ++c) {
    double share = 1.0;
    long corner = 0;
    for (int x = dimensions - 1; x >= 0; --x) {
      const long i = (long)at[x] - 1 + (c >> 2 * x & 3);
      share *= fmax(0.0, 1.0 - fabs(at[x] - (double)i));
      corner = corner * n + (i + n) % n;
    }
    charge[corner] += share;
  }
}

static long wrong_corners(const struct plasma* p, long steps) {
  double* const charge = calloc((size_t)p->corners, sizeof(double));
  if (!charge) return -1;
  const long edge = p->n * 1024;
  for (long i = 0; i < p->particles; ++i) {
    double at[dimensions];
    for (int x = 0; x < dimensions; ++x) {
      const long moved = speed_of(i, x) * (steps % edge) % edge;
      at[x] = unit * (double)((first_place(p, i, x) + moved + edge) % edge);
    }
    deposit_plainly(charge, p->n, at);
  }
  long wrong = 0;
  for (long i = 0; i < p->corners; ++i) wrong += p->charge[i] != charge[i];
  free(charge);
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "pic", "[CELLS [PARTICLES]]", 0, 2);
  const int threads = omp_get_max_threads();
  struct plasma p = {.n = whole_number(&a, 0, 32, 2, 512, "CELLS is a number from 2 to 512")};
  p.corners = p.n * p.n * p.n;
  p.particles = p.corners * whole_number(&a, 1, 8, 1, 1000, "PARTICLES is a number up to 1000");

  hpcast_phase("init");
  make_particles(&p, threads);

  hpcast_phase("pic");
  const struct duration took = go_on(&a, repeat, &p);

  hpcast_phase("check");
  const double rate = (double)p.particles * (double)took.repetitions / took.seconds;
  double sum = 0.0;
  for (long i = 0; i < p.corners; ++i) sum += p.charge[i];
  printf("pic: %ld^3 cells, %ld particles, %ld repetitions, %.3f M particles/s, charge %.6f\n", p.n,
         p.particles, took.repetitions, 1e-6 * rate, sum);
  const long wrong = wrong_corners(&p, took.repetitions);
  if (wrong) fprintf(stderr, "pic: %ld corners are wrong\n", wrong);
  if (sum != (double)p.particles) fprintf(stderr, "pic: charge was lost or made\n");
  return wrong != 0 || sum != (double)p.particles;
}
