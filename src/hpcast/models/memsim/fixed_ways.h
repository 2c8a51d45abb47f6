// WaysAny for the numbers of ways that most caches have, in the processor's vector registers: the
// innermost loops of the simulation. Freestanding.
//
// No branch depends on where in its set a line stands, which no processor could predict, and what
// is loaded was stored in the same pieces, so that stores under way can be forwarded.
#pragma once

#include <cstdint>

#include "hpcast/models/memsim/tags.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace hpcast::memsim {

#ifndef __x86_64__

#define HPCAST_AVX2
template <class Word>
using WaysSse2 = WaysAny<Word>;
template <class Word, std::uint32_t>
using WaysAvx2 = WaysAny<Word>;
inline bool has_avx2() { return false; }

#else

// For functions that use WaysAvx2, which only a processor with has_avx2() may call. They must be
// flat ([[gnu::flatten]]), so that all in them is compiled for it; templates of functions within
// their class, or GCC 12 forgets that they are.
#define HPCAST_AVX2 [[gnu::target("avx2,bmi,bmi2")]]

inline bool has_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}

// A number of ways that is known when this is compiled. (No vector is a member, nor a parameter of
// what others call: code that may not use its registers passes these classes around.)
template <class Width, std::uint32_t ways>
class FixedWays {
 public:
  using Word = Width;
  static constexpr std::uint32_t fixed_count = ways;

  FixedWays(Word* tags, std::uint32_t) : tags_(tags) {}

  static constexpr std::uint32_t count() { return ways; }
  Word operator[](std::uint32_t w) const { return tags_[w]; }

 protected:
  Word* tags_;
};

// The ways whose tags fill 64 bytes, as four pieces.
template <class Word>
class WaysSse2 : public FixedWays<Word, 64 / sizeof(Word)> {
 public:
  using FixedWays<Word, 64 / sizeof(Word)>::FixedWays;

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

// Any number of ways, below 32, whose tags fill pieces of 32 bytes; the last one may be of 16.
template <class Word, std::uint32_t ways>
class WaysAvx2 : public FixedWays<Word, ways> {
 public:
  using FixedWays<Word, ways>::FixedWays;

  HPCAST_AVX2 std::uint32_t find(Word tag) const {
    const __m256i dirty = all(dirty_bit), key = all(tag | static_cast<Word>(dirty_bit));
    unsigned found = 1U << ways;
#pragma GCC unroll 8
    for (unsigned p = 0; p < pieces; ++p)
      found |= same(_mm256_or_si256(piece(p), dirty), key) << p * lanes;
    return static_cast<std::uint32_t>(__builtin_ctz(found));
  }
  HPCAST_AVX2 void push_front(std::uint32_t w, Tag first) {
    const __m256i last = _mm256_set1_epi32(static_cast<int>(w));
    const __m256i down = is_wide ? _mm256_setr_epi32(6, 7, 0, 1, 2, 3, 4, 5)
                                 : _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    __m256i carried = _mm256_castsi128_si256(_mm_cvtsi64_si128(static_cast<long long>(first)));
#pragma GCC unroll 8
    for (unsigned p = 0; p < pieces; ++p) {
      const __m256i old = piece(p);
      const __m256i turned = _mm256_permutevar8x32_epi32(old, down);
      const __m256i moved = _mm256_blend_epi32(turned, carried, lowest);
      store(p, _mm256_blendv_epi8(moved, old, _mm256_cmpgt_epi32(indices(p), last)));
      carried = turned;
    }
  }
  HPCAST_AVX2 void take_out(std::uint32_t w) {
    const __m256i first = _mm256_set1_epi32(static_cast<int>(w));
    const __m256i up = is_wide ? _mm256_setr_epi32(2, 3, 4, 5, 6, 7, 0, 1)
                               : _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
    __m256i old = piece(0);
#pragma GCC unroll 8
    for (unsigned p = 0; p < pieces; ++p) {
      const __m256i next = p + 1 < pieces ? piece(p + 1) : _mm256_setzero_si256();
      const __m256i moved = _mm256_permutevar8x32_epi32(_mm256_blend_epi32(old, next, lowest), up);
      store(p, _mm256_blendv_epi8(moved, old, _mm256_cmpgt_epi32(first, indices(p))));
      old = next;
    }
  }

 private:
  static constexpr bool is_wide = sizeof(Word) == 8;
  static constexpr unsigned lanes = 32 / sizeof(Word);
  static constexpr unsigned pieces = (ways + lanes - 1) / lanes;
  static constexpr int lowest = is_wide ? 3 : 1;  // lane, as _mm256_blend_epi32 has it
  static_assert(ways < 32 && ways * sizeof(Word) % 16 == 0);

  static constexpr bool is_half(unsigned p) { return (p + 1) * lanes > ways; }
  __m256i* at(unsigned p) const { return reinterpret_cast<__m256i*>(this->tags_) + p; }
  HPCAST_AVX2 __m256i piece(unsigned p) const {
    if (!is_half(p)) return _mm256_loadu_si256(at(p));
    return _mm256_zextsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at(p))));
  }
  HPCAST_AVX2 void store(unsigned p, __m256i words) const {
    if (!is_half(p)) return _mm256_storeu_si256(at(p), words);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at(p)), _mm256_castsi256_si128(words));
  }
  HPCAST_AVX2 static __m256i all(Word word) {
    return is_wide ? _mm256_set1_epi64x(static_cast<long long>(word))
                   : _mm256_set1_epi32(static_cast<int>(word));
  }
  // A bit for each lane that agrees.
  HPCAST_AVX2 static unsigned same(__m256i a, __m256i b) {
    return static_cast<unsigned>(
        is_wide ? _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a, b)))
                : _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b))));
  }
  // The way to which each four bytes belong.
  HPCAST_AVX2 static __m256i indices(unsigned p) {
    const int i = static_cast<int>(p * lanes);
    return is_wide ? _mm256_setr_epi32(i, i, i + 1, i + 1, i + 2, i + 2, i + 3, i + 3)
                   : _mm256_setr_epi32(i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7);
  }
};

#endif

}  // namespace hpcast::memsim
