// Operations and references that are known by construction, a phase for each kind of them.
#include <immintrin.h>
#include <stdio.h>

#include "hpcast.h"

enum { n = 1000 };
static double a[n], b[n], c[n];
static float f[n], g[n];

// The operand in memory is one reference, though Valgrind loads its elements one by one.
static double fused_scalar(void) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    __asm__ volatile("vfmadd231sd %1, %2, %0" : "+x"(sum) : "m"(a[i]), "x"(2.0));
  return sum;
}
static void fused_256(void) {
  __m256d sum = _mm256_set1_pd(0);
  const __m256d factor = _mm256_set1_pd(2);
  for (int i = 0; i < n; i += 4)
    __asm__ volatile("vfmadd231pd %1, %2, %0" : "+x"(sum) : "m"(*(__m256d *)(b + i)), "x"(factor));
}
static void fused_256_single(void) {
  __m256 sum = _mm256_set1_ps(0);
  const __m256 factor = _mm256_set1_ps(2);
  for (int i = 0; i < n; i += 8)
    __asm__ volatile("vfmadd231ps %1, %2, %0" : "+x"(sum) : "m"(*(__m256 *)(g + i)), "x"(factor));
}
// Four operations on two elements; addsub is one, though Valgrind computes both.
static void sse(void) {
  __m128d x = _mm_set1_pd(1);
  for (int i = 0; i < n; i += 2)
    __asm__ volatile("mulpd %0, %0\n addsubpd %0, %0\n sqrtpd %0, %0\n maxpd %0, %0" : "+x"(x));
}
static void avx(void) {
  __m256d x = _mm256_set1_pd(1);
  for (int i = 0; i < n; i += 4)
    __asm__ volatile("vaddpd %0, %0, %0\n vdivpd %0, %0, %0\n vhaddpd %0, %0, %0" : "+x"(x));
}
static void x87(void) {
  for (int i = 0; i < n; ++i) __asm__ volatile("fld1\n fadd %st(0), %st\n fstp %st(0)");
}
static void integers(void) {
  long x = 1;
  for (int i = 0; i < n; ++i) __asm__ volatile("imul %0, %0\n lea 1(%0), %0" : "+r"(x));
}
static void streaming(void) {
  const __m256d x = _mm256_set1_pd(1);
  for (int i = 0; i < n; i += 4)
    __asm__ volatile("vmovntpd %1, %0" : "=m"(*(__m256d *)(c + i)) : "x"(x));
}
// One lane of eight; those that are masked out would read at the address nil.
static void gather(void) {
  const __m256i indices = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (int i = 0; i < n; ++i) {
    __m256i mask = _mm256_setr_epi32(0, 0, 0, -1, 0, 0, 0, 0);
    __m256 to = _mm256_setzero_ps();
    __asm__ volatile("vgatherdps %1, (%2,%3,4), %0" : "+x"(to), "+x"(mask) : "r"(f), "x"(indices));
  }
}
// An atomic addition reads and writes; so does an exchange that compares.
static void atomics(void) {
  long x = 0, expected = 0;
  for (int i = 0; i < n; ++i) {
    __asm__ volatile("lock incq %0" : "+m"(x));
    __asm__ volatile("lock cmpxchgq %2, %0" : "+m"(x), "+a"(expected) : "r"(expected) : "cc");
  }
}

int main(void) {
  for (int i = 0; i < n; ++i) a[i] = b[i] = f[i] = g[i] = 1;
  hpcast_phase("fused_scalar");
  fused_scalar();
  hpcast_phase("fused_256");
  fused_256();
  hpcast_phase("fused_256_single");
  fused_256_single();
  hpcast_phase("sse");
  sse();
  hpcast_phase("avx");
  avx();
  hpcast_phase("x87");
  x87();
  hpcast_phase("integers");
  integers();
  hpcast_phase("streaming");
  streaming();
  hpcast_phase("atomics");
  atomics();
  hpcast_phase("gather");
  gather();
  hpcast_phase("end");
  printf("%g\n", a[n - 1] + f[0]);
  return 0;
}
