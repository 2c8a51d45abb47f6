// The cheapest ways down a grid, by dynamic programming, row by row.
//
//   pathfinder [WIDTH [STEPS [CHECKSUM]]]     (default 100000 100)
//
// A way enters the first row of a grid of STEPS rows and WIDTH columns anywhere and goes on in each
// row in the same column or one beside it; each cell costs 0 to 9, the same on every run. Prints
// the cheapest way's cost and a checksum over the costs of reaching the last row's cells; the exit
// status is 1 where it is not CHECKSUM. One parallel loop a row, as in Rodinia's program of that
// name; its functions stay functions (noinline) to be told apart as regions.
#include "kernel.h"

#define REGION static __attribute__((noinline))

struct grid {
  long width, steps;
  int* wall;           // costs of cells, by rows
  int *costs, *reach;  // of reaching the last row done, and the next
};

REGION void init(struct grid* grid) {
  const long width = grid->width;
  grid->wall = page_aligned((size_t)(width * grid->steps) * sizeof(int));
  grid->costs = page_aligned((size_t)width * sizeof(int));
  grid->reach = page_aligned((size_t)width * sizeof(int));
  unsigned long long state = 7;
  for (long i = 0; i < width * grid->steps; ++i) grid->wall[i] = (int)(next_random(&state) % 10);
  for (long x = 0; x < width; ++x) grid->costs[x] = grid->wall[x];
}

REGION void run(struct grid* grid) {
  const long width = grid->width;
  for (long step = 1; step < grid->steps; ++step) {
    const int* const row = grid->wall + step * width;
    const int* const from = grid->costs;
    int* const to = grid->reach;
#pragma omp parallel for schedule(static)
    for (long x = 0; x < width; ++x) {
      int least = from[x];
      if (x > 0 && from[x - 1] < least) least = from[x - 1];
      if (x + 1 < width && from[x + 1] < least) least = from[x + 1];
      to[x] = row[x] + least;
    }
    grid->reach = grid->costs;
    grid->costs = to;
  }
}

// The checksum.
REGION unsigned long report(const struct grid* grid) {
  int least = grid->costs[0];
  unsigned long sum = 0;
  for (long x = 0; x < grid->width; ++x) {
    if (grid->costs[x] < least) least = grid->costs[x];
    sum = (sum * 31 + (unsigned long)grid->costs[x]) % 1000000007UL;
  }
  printf("pathfinder: %ld columns, %ld rows, cheapest %d, checksum %lu\n", grid->width, grid->steps,
         least, sum);
  return sum;
}

REGION void release(struct grid* grid) {
  free(grid->wall);
  free(grid->costs);
  free(grid->reach);
}

int main(int argc, char** argv) {
  struct grid grid = {.width = long_argument(argc, argv, 1, 100000),
                      .steps = long_argument(argc, argv, 2, 100)};
  hpcast_phase("init");
  init(&grid);
  hpcast_phase("run");
  run(&grid);
  hpcast_phase("check");
  const unsigned long sum = report(&grid);
  release(&grid);
  if (argc <= 3 || sum == (unsigned long)long_argument(argc, argv, 3, 0)) return 0;
  fprintf(stderr, "pathfinder: the checksum is not %s\n", argv[3]);
  return 1;
}
