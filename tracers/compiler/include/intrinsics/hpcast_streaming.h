/* Non-temporal stores report themselves: the instrumentation does not see GCC's builtins for them,
   and Clang's would count as ordinary stores. The header that included this one defined the
   functions; the macros here stand in front of them. */
#include <stddef.h>

/* Here the attribute is meant (see hpcast_first.h). */
#pragma push_macro("no_sanitize")
#undef no_sanitize

#ifdef __cplusplus
extern "C" {
#endif
extern void *hpcast_tracer_streaming(const void *address, size_t bytes);
extern void *hpcast_tracer_stream_load(const void *address, size_t bytes);
#ifdef __cplusplus
}
#endif

#ifndef HPCAST_STREAMING_H
#define HPCAST_STREAMING_H
#ifdef __clang__
/* Clang instruments the store inside the intrinsic, so a function of ours does it uninstrumented.
 */
#define HPCAST_STREAM(features, name, Pointee, Value)                                \
  static __attribute__((no_sanitize("thread"), target(features), noinline,           \
                        unused)) void hpcast_##name(Pointee *address, Value value) { \
    name((Pointee *)hpcast_tracer_streaming(address, sizeof(value)), value);         \
  }
#endif
#endif

#if defined(HPCAST_STREAM_SSE) && !defined(HPCAST_STREAM_SSE_DONE)
#define HPCAST_STREAM_SSE_DONE
#ifdef __clang__
HPCAST_STREAM("sse", _mm_stream_ps, float, __m128)
#define _mm_stream_ps(address, ...) hpcast__mm_stream_ps((float *)(address), __VA_ARGS__)
#else
#define _mm_stream_ps(address, ...) \
  _mm_stream_ps((float *)hpcast_tracer_streaming((address), 16), __VA_ARGS__)
#endif
#endif

#if defined(HPCAST_STREAM_SSE2) && !defined(HPCAST_STREAM_SSE2_DONE)
#define HPCAST_STREAM_SSE2_DONE
#ifdef __clang__
HPCAST_STREAM("sse2", _mm_stream_pd, double, __m128d)
HPCAST_STREAM("sse2", _mm_stream_si128, __m128i, __m128i)
#define _mm_stream_pd(address, ...) hpcast__mm_stream_pd((double *)(address), __VA_ARGS__)
#define _mm_stream_si128(address, ...) hpcast__mm_stream_si128((__m128i *)(address), __VA_ARGS__)
#else
#define _mm_stream_pd(address, ...) \
  _mm_stream_pd((double *)hpcast_tracer_streaming((address), 16), __VA_ARGS__)
#define _mm_stream_si128(address, ...) \
  _mm_stream_si128((__m128i *)hpcast_tracer_streaming((address), 16), __VA_ARGS__)
#endif
#define _mm_stream_si32(address, ...) \
  _mm_stream_si32((int *)hpcast_tracer_streaming((address), 4), __VA_ARGS__)
#ifdef __x86_64__
#define _mm_stream_si64(address, ...) \
  _mm_stream_si64((long long *)hpcast_tracer_streaming((address), 8), __VA_ARGS__)
#endif
#endif

#if defined(HPCAST_STREAM_AVX) && !defined(HPCAST_STREAM_AVX_DONE)
#define HPCAST_STREAM_AVX_DONE
#define _mm256_stream_pd(address, ...) \
  _mm256_stream_pd((double *)hpcast_tracer_streaming((address), 32), __VA_ARGS__)
#define _mm256_stream_ps(address, ...) \
  _mm256_stream_ps((float *)hpcast_tracer_streaming((address), 32), __VA_ARGS__)
#define _mm256_stream_si256(address, ...) \
  _mm256_stream_si256((__m256i *)hpcast_tracer_streaming((address), 32), __VA_ARGS__)
#define _mm512_stream_pd(address, ...) \
  _mm512_stream_pd((double *)hpcast_tracer_streaming((address), 64), __VA_ARGS__)
#define _mm512_stream_ps(address, ...) \
  _mm512_stream_ps((float *)hpcast_tracer_streaming((address), 64), __VA_ARGS__)
#define _mm512_stream_si512(address, ...) \
  _mm512_stream_si512((__m512i *)hpcast_tracer_streaming((address), 64), __VA_ARGS__)
#define _mm_stream_load_si128(address) \
  _mm_stream_load_si128((__m128i *)hpcast_tracer_stream_load((address), 16))
#define _mm256_stream_load_si256(address) \
  _mm256_stream_load_si256((__m256i *)hpcast_tracer_stream_load((address), 32))
#endif

#pragma pop_macro("no_sanitize")
