// Non-temporal stores of every width, and reports by hand.
#include <immintrin.h>
#include <stdio.h>

#include "hpcast.h"

_Alignas(64) static double a[64];

__attribute__((target("avx"))) static void stream_avx(double *p) {
  for (int i = 0; i < 16; i += 4) _mm256_stream_pd(p + i, _mm256_set1_pd(2));
}

int main(void) {
  double *p = a;
  for (int i = 0; i < 10; ++i, p += 2) _mm_stream_pd(p, _mm_set1_pd(i));
  _mm_stream_si32((int *)a + 100, 7);
  _mm_stream_si64((long long *)a + 60, 7);
  if (__builtin_cpu_supports("avx")) stream_avx(a + 32);
  _mm_sfence();
  hpcast_read(a, 64);
  hpcast_write_nontemporal(a, 32);
  printf("%g %g\n", a[18], a[33]);
  return 0;
}
