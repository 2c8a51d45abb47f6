// OpenMP as GCC and Clang compile it: barriers, critical, single with a copy, locks, sections.
#include <omp.h>
#include <stdio.h>

#define N 3000
static double a[N], b[N];

int main(void) {
  double sum = 0;
  int counted = 0, shared = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int round = 0; round < 5; ++round) {
#pragma omp parallel num_threads(3)
    {
      int copied;
#pragma omp for schedule(dynamic, 100)
      for (int i = 0; i < N; ++i) a[i] = i;
#pragma omp barrier
#pragma omp single copyprivate(copied)
      copied = 7;
#pragma omp critical
      counted += copied;
      omp_set_lock(&lock);
      ++shared;
      omp_unset_lock(&lock);
#pragma omp sections
      {
#pragma omp section
        b[0] = 1;
#pragma omp section
        b[1] = 1;
      }
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; ++i) sum += a[i];
    }
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < N; ++i) b[i] = a[i];
  }
  printf("%d %d %.0f\n", counted, shared, sum);
  return 0;
}
