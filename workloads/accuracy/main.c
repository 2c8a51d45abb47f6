// The kernels by which bench/accuracy measures how true forecasts are.
//
//   accuracy --list            one line a case of this build: name, class, threads
//   accuracy KERNEL [ROUNDS]   (default 1)
//
// Prints the kernel, the least time of the rounds in seconds (CPU time of the thread; wall time
// with OMP_NUM_THREADS above 1) and a checksum. Phases: init, warm (a first call), then each round
// in one that is named as the kernel, and "clock" between.
#include <string.h>

#include "kernels.h"

static const struct kernel* const lists[] = {integer_kernels, float_kernels,   cache_kernels,
                                             field_kernels,   physics_kernels, data_kernels};
enum { list_count = sizeof lists / sizeof *lists };
static const char* const class_names[] = {"core", "memory", "program"};

static void print_cases(void) {
  for (int l = 0; l < list_count; ++l)
    for (const struct kernel* k = lists[l]; k->name; ++k) {
      if (k->builds & BUILD) printf("%s %s 1\n", k->name, class_names[k->class]);
      if (k->threaded & BUILD) printf("%s %s 2\n", k->name, class_names[k->class]);
    }
}

static const struct kernel* kernel_named(const char* name) {
  for (int l = 0; l < list_count; ++l)
    for (const struct kernel* k = lists[l]; k->name; ++k)
      if (strcmp(k->name, name) == 0) return k;
  fprintf(stderr, "accuracy: there is no kernel '%s'; accuracy --list tells them\n", name);
  exit(2);
}

static clockid_t clock_of_choice(void) {
  const char* threads = getenv("OMP_NUM_THREADS");
  return threads && atoi(threads) > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
}

static double now_by(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run(const struct kernel* k, long rounds) {
  const clockid_t clock = clock_of_choice();
  hpcast_phase("init");
  k->init(k->size, k->turns);
  hpcast_phase("warm");
  double checksum = k->call(), least = 1e30;
  for (long r = 0; r < rounds; ++r) {
    hpcast_phase("clock");
    const double start = now_by(clock);
    hpcast_phase(k->name);
    checksum = k->call();
    hpcast_phase("clock");
    const double took = now_by(clock) - start;
    if (took < least) least = took;
  }
  printf("%s %.9f s, checksum %.12g\n", k->name, least, checksum);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: accuracy --list | accuracy KERNEL [ROUNDS]\n");
    return 2;
  }
  if (strcmp(argv[1], "--list") == 0)
    print_cases();
  else
    run(kernel_named(argv[1]), long_argument(argc, argv, 2, 1));
  return 0;
}
