// IS, integer sort: ranks of small integers by counting, ten times with two keys changed each
// time; then the keys put in order by the last ranks.  is [S|W|A]
#include <omp.h>

#include "npb.h"

enum { iterations = 10, probes = 5 };

// Five keys whose ranks NPB publishes: for iteration i the rank is `rank` + `slope` * i + `offset`.
struct probe {
  long index, rank;
  int slope, offset;
};
static const struct {
  int log2_keys, log2_max_key;
  struct probe probe[probes];
} problems[npb_classes] = {
    {16,
     11,
     {{48427, 0, 1, 0},
      {17148, 18, 1, 0},
      {23627, 346, 1, 0},
      {62548, 64917, -1, 0},
      {4431, 65463, -1, 0}}},
    {20,
     16,
     {{357773, 1249, 1, -2},
      {934767, 11698, 1, -2},
      {875723, 1039987, -1, 0},
      {898999, 1043896, -1, 0},
      {404505, 1048018, -1, 0}}},
    {23,
     19,
     {{2112377, 104, 1, -1},
      {662041, 17523, 1, -1},
      {5336171, 123928, 1, -1},
      {3642833, 8288932, -1, 1},
      {4250760, 8388264, -1, 1}}},
};

// A key is the mean of four uniform numbers, scaled: a bell around max_key / 2.
static void create_keys(int* key, long n, long max_key) {
#pragma omp parallel
  {
    const long threads = omp_get_num_threads(), me = omp_get_thread_num();
    const long first = n * me / threads, last = n * (me + 1) / threads;
    uint64_t state = npb_skip(314159265, 4ULL * (uint64_t)first);
    for (long i = first; i < last; ++i) {
      double sum = npb_random(&state);
      for (int k = 0; k < 3; ++k) sum += npb_random(&state);
      key[i] = (int)((double)(max_key / 4) * sum);
    }
  }
}

// below[k] = how many keys are smaller than k. `counts` holds one histogram a thread.
static void rank_keys(const int* key, long n, int* counts, int* below, long max_key) {
#pragma omp parallel
  {
    int* mine = counts + omp_get_thread_num() * max_key;
    memset(mine, 0, max_key * sizeof(int));
#pragma omp for schedule(static)
    for (long i = 0; i < n; ++i) ++mine[key[i]];
#pragma omp for schedule(static)
    for (long k = 0; k < max_key; ++k) {
      int sum = 0;
      for (int t = 0; t < omp_get_num_threads(); ++t) sum += counts[t * max_key + k];
      below[k] = sum;
    }
  }
  int running = 0;
  for (long k = 0; k < max_key; ++k) {
    const int count = below[k];
    below[k] = running;
    running += count;
  }
}

// Called after the ranking of `iteration` (from 1).
static int probes_hold(enum npb_class c, const int probed[probes], const int* below,
                       int iteration) {
  int ok = 1;
  for (int p = 0; p < probes; ++p) {
    const struct probe* want = &problems[c].probe[p];
    ok &= below[probed[p]] == want->rank + want->slope * iteration + want->offset;
  }
  return ok;
}

// Places the keys by their ranks (this uses `below` up) and looks whether they are in order.
static int sorts(const int* key, long n, int* below) {
  int* sorted = npb_allocate(n * sizeof(int));
  for (long i = 0; i < n; ++i) sorted[below[key[i]]++] = key[i];
  int ok = 1;
  for (long i = 1; i < n; ++i) ok &= sorted[i - 1] <= sorted[i];
  free(sorted);
  return ok;
}

int main(int argc, char** argv) {
  const enum npb_class c = npb_class_argument(argc, argv);
  const long n = 1L << problems[c].log2_keys, max_key = 1L << problems[c].log2_max_key;
  int* key = npb_allocate(n * sizeof(int));
  int* below = npb_allocate(max_key * sizeof(int));
  int* counts = npb_allocate(omp_get_max_threads() * max_key * sizeof(int));

  hpcast_phase("init");
  create_keys(key, n, max_key);

  hpcast_phase("is");
  int verified = 1;
  const double start = npb_seconds();
  for (int iteration = 1; iteration <= iterations; ++iteration) {
    key[iteration] = iteration;
    key[iteration + iterations] = (int)max_key - iteration;
    int probed[probes];
    for (int p = 0; p < probes; ++p) probed[p] = key[problems[c].probe[p].index];
    rank_keys(key, n, counts, below, max_key);
    verified &= probes_hold(c, probed, below, iteration);
  }
  const double took = npb_seconds() - start;

  hpcast_phase("check");
  const int in_order = sorts(key, n, below);
  printf("is: %ld keys, %s\n", n, in_order ? "in order" : "NOT in order");
  return npb_verdict("is", c, took, verified && in_order);
}
