// One of each construct of OpenMP that opari2 knows, and what the C library declares only where it
// is asked for it.
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int sum, last;

int main(void) {
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; ++i) sum += i;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 10; ++i) last = i;
#pragma omp single
    last = 1;
#pragma omp critical(name)
    ++sum;
#pragma omp master
    last = 2;
#pragma omp barrier
#pragma omp atomic
    sum += 1;
#pragma omp sections
    {
#pragma omp section
      last = 3;
#pragma omp section
      last = 4;
    }
#pragma omp single nowait
    {
#pragma omp task
      last = 5;
#pragma omp taskwait
    }
  }
#pragma pomp inst begin(mine)
  puts(strchrnul("-done", 'd'));
#pragma pomp inst end(mine)
  return omp_get_thread_num();
}
