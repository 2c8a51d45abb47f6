// STREAM Triad with non-temporal stores: a[] goes to memory past the caches, with no
// read-for-ownership, so the traffic is the 24 bytes an element that STREAM counts.
//
//   triad_nt [ELEMENTS_PER_ARRAY [REPETITIONS]]
//
// Compilers instrument no non-temporal store; hpcast-cc's own emmintrin.h reports these.
#include <emmintrin.h>

#include "kernel.h"

static const double scale = 3.0;

static void triad(double* restrict a, const double* restrict b, const double* restrict c, long n) {
  const __m128d s = _mm_set1_pd(scale);
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (long i = 0; i < n / 2; ++i) {
      const __m128d product = _mm_mul_pd(s, _mm_load_pd(c + 2 * i));
      _mm_stream_pd(a + 2 * i, _mm_add_pd(_mm_load_pd(b + 2 * i), product));
    }
    _mm_sfence();  // every thread orders its own streaming stores
  }
}

int main(int argc, char** argv) {
  const long n = long_argument(argc, argv, 1, 8388608) / 2 * 2;
  const long repetitions = long_argument(argc, argv, 2, 4);
  double* a = page_aligned(n * sizeof(double));
  double* b = page_aligned(n * sizeof(double));
  double* c = page_aligned(n * sizeof(double));

  hpcast_phase("init");
  triad_init(a, b, c, n);

  hpcast_phase("triad");
  double best = 1e300;
  for (long r = 0; r < repetitions; ++r) {
    const double start = seconds();
    triad(a, b, c, n);
    const double took = seconds() - start;
    if (took < best) best = took;
  }

  hpcast_phase("check");
  return triad_report(a, n, scale, best);
}
