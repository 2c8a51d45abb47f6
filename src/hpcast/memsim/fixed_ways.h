// WaysAny for the numbers of ways that most caches have, in the processor's vector registers: the
// innermost loops of the simulation. Freestanding.
//
// No branch depends on where in its set a line stands, which no processor could predict, and what
// is loaded was stored in the same pieces, so that stores under way can be forwarded.
#pragma once

#include <cstdint>

#include "hpcast/memsim/tags.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace hpcast::memsim {

#ifndef __x86_64__

#define HPCAST_AVX2
template <class Word>
using WaysSse2 = WaysAny<Word>;
template <class Word>
using WaysAvx2 = WaysAny<Word>;
inline bool has_avx2() { return false; }

#else

// For functions that use WaysAvx2, which only a processor with has_avx2() may call. They must be
// flat ([[gnu::flatten]]), so that all in them is compiled for it.
#define HPCAST_AVX2 [[gnu::target("avx2,bmi,bmi2")]]

inline bool has_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}

// The ways whose tags fill 64 bytes. (No vector is a member or a parameter: code that may not use
// its registers passes these classes around.)
template <class Width>
class FixedWays {
 public:
  using Word = Width;
  static constexpr std::uint32_t fixed_count = 64 / sizeof(Word);

  FixedWays(Word* tags, std::uint32_t) : tags_(tags) {}

  static constexpr std::uint32_t count() { return fixed_count; }
  Word operator[](std::uint32_t w) const { return tags_[w]; }

 protected:
  Word* tags_;
};

// As four pieces.
template <class Word>
class WaysSse2 : public FixedWays<Word> {
 public:
  using FixedWays<Word>::FixedWays;

  std::uint32_t find(Word tag) const {
    const __m128i low = _mm_packs_epi32(same(0, tag), same(1, tag));
    const __m128i high = _mm_packs_epi32(same(2, tag), same(3, tag));
    // A bit for each four bytes.
    auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
    if constexpr (sizeof(Word) == 8) found &= found >> 1 & 0x5555;
    return static_cast<std::uint32_t>(__builtin_ctz(found | 1U << 16)) / words;
  }
  void push_front(std::uint32_t w, Tag first) {
    const __m128i last = _mm_set1_epi32(static_cast<int>(w));
    __m128i carried = _mm_cvtsi64_si128(static_cast<long long>(static_cast<Word>(first)));
#pragma GCC unroll 4
    for (unsigned p = 0; p < 4; ++p) {
      const __m128i old = piece(p);
      const __m128i moved = _mm_or_si128(_mm_slli_si128(old, sizeof(Word)), carried);
      carried = _mm_srli_si128(old, 16 - sizeof(Word));
      store(p, _mm_cmpgt_epi32(indices(p), last), old, moved);
    }
  }
  void take_out(std::uint32_t w) {
    const __m128i first = _mm_set1_epi32(static_cast<int>(w));
#pragma GCC unroll 4
    for (unsigned p = 0; p < 4; ++p) {
      const __m128i old = piece(p);
      const __m128i next = p == 3 ? _mm_setzero_si128() : piece(p + 1);
      const __m128i moved =
          _mm_or_si128(_mm_srli_si128(old, sizeof(Word)), _mm_slli_si128(next, 16 - sizeof(Word)));
      store(p, _mm_cmplt_epi32(indices(p), first), old, moved);
    }
  }

 private:
  static constexpr std::uint32_t words = sizeof(Word) / 4;

  __m128i* at(unsigned p) const { return reinterpret_cast<__m128i*>(this->tags_) + p; }
  __m128i piece(unsigned p) const { return _mm_loadu_si128(at(p)); }
  void store(unsigned p, __m128i keep, __m128i old, __m128i moved) const {
    _mm_storeu_si128(at(p), _mm_or_si128(_mm_and_si128(keep, old), _mm_andnot_si128(keep, moved)));
  }
  static __m128i all(Word word) {
    return sizeof(Word) == 8 ? _mm_set1_epi64x(static_cast<long long>(word))
                             : _mm_set1_epi32(static_cast<int>(word));
  }
  // Ones in each four bytes that agree.
  __m128i same(unsigned p, Word tag) const {
    return _mm_cmpeq_epi32(_mm_or_si128(piece(p), all(dirty_bit)),
                           all(tag | static_cast<Word>(dirty_bit)));
  }
  // The way to which each four bytes belong.
  static __m128i indices(unsigned p) {
    const int i = static_cast<int>(4 * p);
    constexpr int n = words;
    return _mm_setr_epi32(i / n, (i + 1) / n, (i + 2) / n, (i + 3) / n);
  }
};

// As two pieces.
template <class Word>
class WaysAvx2 : public FixedWays<Word> {
 public:
  using FixedWays<Word>::FixedWays;
  using FixedWays<Word>::fixed_count;

  HPCAST_AVX2 std::uint32_t find(Word tag) const {
    const __m256i dirty =
        sizeof(Word) == 8 ? _mm256_set1_epi64x(dirty_bit) : _mm256_set1_epi32(dirty_bit);
    const __m256i key = sizeof(Word) == 8
                            ? _mm256_set1_epi64x(static_cast<long long>(tag | dirty_bit))
                            : _mm256_set1_epi32(static_cast<int>(tag | dirty_bit));
    const __m256i low = _mm256_or_si256(_mm256_loadu_si256(at(0)), dirty);
    const __m256i high = _mm256_or_si256(_mm256_loadu_si256(at(1)), dirty);
    unsigned found;
    if constexpr (sizeof(Word) == 8)
      found = bits(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(low, key))),
                   _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(high, key))));
    else
      found = bits(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(low, key))),
                   _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(high, key))));
    return static_cast<std::uint32_t>(__builtin_ctz(found | 1U << fixed_count));
  }
  HPCAST_AVX2 void push_front(std::uint32_t w, Tag first) {
    const __m256i down = sizeof(Word) == 8 ? _mm256_setr_epi32(6, 7, 0, 1, 2, 3, 4, 5)
                                           : _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    constexpr int lowest = sizeof(Word) == 8 ? 3 : 1;
    const __m256i low = _mm256_loadu_si256(at(0));
    const __m256i high = _mm256_loadu_si256(at(1));
    const __m256i front = _mm256_castsi128_si256(_mm_cvtsi64_si128(static_cast<long long>(first)));
    const __m256i low_turned = _mm256_permutevar8x32_epi32(low, down);
    const __m256i high_turned = _mm256_permutevar8x32_epi32(high, down);
    const __m256i last = _mm256_set1_epi32(static_cast<int>(w));
    _mm256_storeu_si256(at(0), _mm256_blendv_epi8(_mm256_blend_epi32(low_turned, front, lowest),
                                                  low, _mm256_cmpgt_epi32(indices(0), last)));
    _mm256_storeu_si256(
        at(1), _mm256_blendv_epi8(_mm256_blend_epi32(high_turned, low_turned, lowest), high,
                                  _mm256_cmpgt_epi32(indices(1), last)));
  }
  HPCAST_AVX2 void take_out(std::uint32_t w) {
    const __m256i up = sizeof(Word) == 8 ? _mm256_setr_epi32(2, 3, 4, 5, 6, 7, 0, 1)
                                         : _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
    constexpr int lowest = sizeof(Word) == 8 ? 3 : 1;
    const __m256i low = _mm256_loadu_si256(at(0));
    const __m256i high = _mm256_loadu_si256(at(1));
    const __m256i first = _mm256_set1_epi32(static_cast<int>(w));
    const __m256i low_up = _mm256_permutevar8x32_epi32(_mm256_blend_epi32(low, high, lowest), up);
    const __m256i high_up =
        _mm256_permutevar8x32_epi32(_mm256_blend_epi32(high, _mm256_setzero_si256(), lowest), up);
    _mm256_storeu_si256(at(0),
                        _mm256_blendv_epi8(low_up, low, _mm256_cmpgt_epi32(first, indices(0))));
    _mm256_storeu_si256(at(1),
                        _mm256_blendv_epi8(high_up, high, _mm256_cmpgt_epi32(first, indices(1))));
  }

 private:
  __m256i* at(unsigned p) const { return reinterpret_cast<__m256i*>(this->tags_) + p; }
  static unsigned bits(int low, int high) {
    return static_cast<unsigned>(low) | static_cast<unsigned>(high) << fixed_count / 2;
  }
  HPCAST_AVX2 static __m256i indices(int piece) {
    const int i = piece * static_cast<int>(fixed_count / 2);
    return sizeof(Word) == 8
               ? _mm256_setr_epi32(i, i, i + 1, i + 1, i + 2, i + 2, i + 3, i + 3)
               : _mm256_setr_epi32(i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7);
  }
};

#endif

}  // namespace hpcast::memsim
