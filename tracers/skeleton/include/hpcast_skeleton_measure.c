/* How long the regions of an instrumented program take: summed in memory, written when the process
   ends to $HPCAST_SKELETON_SAMPLES followed by host and process. Regions are those of one thread. C
   or C++. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hpcast_skeleton.h"
#ifdef HPCAST_SKELETON_PHASES
#include <hpcast.h>
#endif

/* The time of a region is linear in its features, so calls may be summed without loss. Those of
   features that are about the same share a sum: small and large ones are told apart, and memory is
   bounded. */
enum { most_features = 16, slots = 1 << 14 };

struct sum {
  int in_use, region, features;
  int key[most_features];
  int may_be_long; /* so that the thread's processor time is looked at, which takes a system call */
  double calls, seconds;
  double values[most_features];
};

static struct sum *sums; /* an open hash table; null: nobody wants to know */
static int sums_in_use, has_begun, depth;
static double lost;                /* calls for which there was no room */
static double wall_cost, cpu_cost; /* of a look at the clocks */
static struct sum *current;        /* of the region that the process is in */
static double current_values[most_features], wall_before, cpu_before;

static double look_at(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The least time between two looks. */
static double cost_of(clockid_t clock) {
  double least = 1;
  int i;
  for (i = 0; i < 200; ++i) {
    const double first = look_at(clock), then = look_at(clock);
    if (then - first < least) least = then - first;
  }
  return least;
}

static void write_sum(FILE *file, const struct sum *sum) {
  int i;
  if (sum->calls == 0) return;
  fprintf(file, "%d %.0f %.9e", sum->region, sum->calls, sum->seconds);
  for (i = 0; i < sum->features; ++i) fprintf(file, " %.17g", sum->values[i]);
  fprintf(file, "\n");
}

static void write_sums(void) {
  char name[4096], host[256] = "";
  FILE *file;
  int slot;
  gethostname(host, sizeof host - 1);
  if (snprintf(name, sizeof name, "%s%s.%ld", getenv("HPCAST_SKELETON_SAMPLES"), host,
               (long)getpid()) >= (int)sizeof name)
    return;
  file = fopen(name, "w");
  if (!file) return;
  fprintf(file, "hpcast-skeleton-samples 1\n");
  for (slot = 0; slot < slots; ++slot) write_sum(file, &sums[slot]);
  fprintf(file, "end %.0f\n", lost);
  fclose(file);
}

static void begin(void) {
  has_begun = 1;
  if (!getenv("HPCAST_SKELETON_SAMPLES")) return;
  sums = (struct sum *)calloc(slots, sizeof *sums);
  if (!sums) return;
  wall_cost = cost_of(CLOCK_MONOTONIC);
  cpu_cost = cost_of(CLOCK_THREAD_CPUTIME_ID);
  atexit(write_sums);
}

/* Four sums for each power of two. */
static int key_of(double value) {
  int power = 0;
  const double part = value > 0 ? frexp(value, &power) : 0;
  return value > 0 ? 1 + 4 * (power + 2000) + (int)(8 * part - 4) : 0;
}

static struct sum *new_sum(struct sum *sum, int region, int features, const int *key) {
  if (sums_in_use >= slots / 2) return NULL;
  ++sums_in_use;
  sum->in_use = sum->may_be_long = 1;
  sum->region = region;
  sum->features = features;
  memcpy(sum->key, key, sizeof sum->key);
  return sum;
}

/* Null where there is no room. */
static struct sum *find(int region, int features, const double *values) {
  int key[most_features] = {0};
  unsigned slot = (unsigned)region * 2654435761u;
  int i;
  for (i = 0; i < features; ++i) {
    key[i] = key_of(values[i]);
    slot = (slot ^ (unsigned)key[i]) * 2654435761u;
    slot ^= slot >> 15;
  }
  for (slot %= slots;; slot = (slot + 1) % slots) {
    struct sum *const sum = &sums[slot];
    if (!sum->in_use) return new_sum(sum, region, features, key);
    if (sum->region == region && memcmp(sum->key, key, sizeof key) == 0) return sum;
  }
}

void hpcast_skeleton_enter(const double *values, int count) {
  const int features = count - 1 < most_features ? count - 1 : most_features;
  if (depth++ > 0) return;
#ifdef HPCAST_SKELETON_PHASES
  char phase[64];
  snprintf(phase, sizeof phase, "hpcast skeleton %d", (int)values[0]);
  hpcast_phase(phase);
#endif
  if (!has_begun) begin();
  if (!sums) return;
  current = find((int)values[0], features, values + 1);
  if (!current) {
    lost += 1;
    return;
  }
  memcpy(current_values, values + 1, (size_t)features * sizeof(double));
  cpu_before = current->may_be_long ? look_at(CLOCK_THREAD_CPUTIME_ID) : -1;
  wall_before = look_at(CLOCK_MONOTONIC);
}

/* As `hpcast record` has it: short times by the wall clock, long ones by the thread's processor
   time, which others on the processor do not lengthen. Below 0: nobody knows. */
static double time_since_enter(double wall) {
  const double is_long = 20e-6, by_wall = wall - wall_cost;
  double by_cpu;
  if (wall < is_long) return by_wall > 0 ? by_wall : 0;
  if (cpu_before < 0) return -1;
  by_cpu = look_at(CLOCK_THREAD_CPUTIME_ID) - cpu_before - cpu_cost - 2 * wall_cost;
  return by_cpu < by_wall ? by_cpu : by_wall;
}

static void add_to(struct sum *sum, double wall) {
  const double seconds = time_since_enter(wall);
  int i;
  sum->may_be_long = wall >= 10e-6;
  if (seconds < 0) return;
  sum->calls += 1;
  sum->seconds += seconds;
  for (i = 0; i < sum->features; ++i) sum->values[i] += current_values[i];
}

void hpcast_skeleton_leave(void) {
  if (--depth > 0) return;
  if (current) add_to(current, look_at(CLOCK_MONOTONIC) - wall_before);
  current = NULL;
#ifdef HPCAST_SKELETON_PHASES
  hpcast_phase("");
#endif
}
