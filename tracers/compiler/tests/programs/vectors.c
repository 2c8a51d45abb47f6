// Vectors of which some lanes are loaded or stored, in known numbers a phase. AVX2; AVX-512 in
// phases of its own, where the processor has it. Prints a sum of what was stored.
#include <immintrin.h>
#include <stdio.h>

#include "hpcast.h"

_Alignas(64) static double from[64], to[64];
static volatile int two_of_four = 5, three_of_eight = 0x83;

#define LANES _mm256_set_epi64x(-(bits >> 3 & 1), -(bits >> 2 & 1), -(bits >> 1 & 1), -(bits & 1))

__attribute__((target("avx2"), noinline)) static void masked(int bits) {
  hpcast_phase("masked");  // 2 reads, 2 writes
  _mm256_maskstore_pd(to, LANES, _mm256_maskload_pd(from + 8, LANES));
  hpcast_phase("else");
}

__attribute__((target("avx2"), noinline)) static void gather(int bits) {
  const __m128i places = _mm_set_epi32(bits, 9, 40, 17);
  hpcast_phase("gather");  // 2 + 4 reads, 2 writes
  const __m256d some =
      _mm256_mask_i32gather_pd(_mm256_setzero_pd(), from, places, _mm256_castsi256_pd(LANES), 8);
  _mm256_store_pd(to + 4, some);
  _mm256_store_pd(to + 8, _mm256_i32gather_pd(from, places, 8));
  hpcast_phase("else");
}

__attribute__((target("avx512f"), noinline)) static void masked512(__mmask8 lanes) {
  hpcast_phase("masked512");  // 3 reads, 3 writes
  _mm512_mask_storeu_pd(to + 16, lanes, _mm512_maskz_loadu_pd(lanes, from + 24));
  hpcast_phase("else");
}

__attribute__((target("avx512f"), noinline)) static void scatter512(__mmask8 lanes) {
  const __m512i places = _mm512_set_epi64(lanes & 7, 6, 5, 4, 3, 2, 1, 0);
  hpcast_phase("scatter512");  // 1 read, 3 writes
  _mm512_mask_i64scatter_pd(to + 32, lanes, places, _mm512_load_pd(from), 8);
  hpcast_phase("else");
}

// Becomes masked loads and stores, as many as there are marks.
__attribute__((target("avx2"), optimize("O3"), noinline)) static void marked(const int *mark,
                                                                             int n) {
  hpcast_phase("marked");
  for (int i = 0; i < n; ++i)
    if (mark[i]) to[i] = from[i];
  hpcast_phase("else");
}

int main(void) {
  int mark[64];
  for (int i = 0; i < 64; ++i) from[i] = i, mark[i] = i % 3 == 0;
  if (!__builtin_cpu_supports("avx2")) return 77;
  masked(two_of_four);
  gather(two_of_four);
  if (__builtin_cpu_supports("avx512f")) {
    masked512((__mmask8)three_of_eight);
    scatter512((__mmask8)three_of_eight);
  }
  marked(mark, 64);
  double sum = 0;
  for (int i = 0; i < 64; ++i) sum += to[i];
  printf("%g\n", sum);
  return 0;
}
