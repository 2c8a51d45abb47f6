// What a cache keeps of a line, and the ways of one set with the most recently used line first
// (docs/memory-model.md): the innermost loops of the simulation. Freestanding.
//
// The classes Ways... all do the same to a set of tags in memory; they differ in what the compiler
// knows. In Ways8 and Ways16 no branch depends on where in its set a line stands (no processor could
// predict it), and what is loaded was stored in the same pieces (so that it can be forwarded).
#pragma once

#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace hpcast::memsim {

// Line number << 2 | valid | dirty. Zero: an empty way. In a set empty ways come last.
using Tag = std::uint64_t;
inline constexpr Tag dirty_bit = 1;
inline constexpr Tag valid_bit = 2;
inline constexpr std::uint32_t state_bits = 2;
constexpr Tag tag_of(std::uint64_t line) { return line << 2 | valid_bit; }
constexpr std::uint64_t line_of(Tag tag) { return tag >> 2; }
constexpr bool is_dirty(Tag tag) { return (tag & dirty_bit) != 0; }

// Any number of ways, tags of any width.
template <class Width>
class WaysAny {
 public:
  using Word = Width;

  WaysAny(Word* tags, std::uint32_t count) : tags_(tags), count_(count) {}

  std::uint32_t count() const { return count_; }
  Word operator[](std::uint32_t w) const { return tags_[w]; }
  void put(std::uint32_t w, Tag tag) { tags_[w] = static_cast<Word>(tag); }
  // Where the line of `tag` stands, dirty or not; count(): nowhere.
  std::uint32_t find(Word tag) const {
    std::uint32_t w = 0;
    while (w < count_ && (tags_[w] | dirty_bit) != (tag | dirty_bit)) ++w;
    return w;
  }
  // Ways 1 to w become what 0 to w-1 were; way 0 becomes `first`.
  void push_front(std::uint32_t w, Tag first) {
    for (; w > 0; --w) tags_[w] = tags_[w - 1];
    put(0, first);
  }
  // Ways w to count()-2 become what w+1 to count()-1 were; the last one becomes empty.
  void take_out(std::uint32_t w) {
    for (; w + 1 < count_; ++w) tags_[w] = tags_[w + 1];
    tags_[w] = 0;
  }

 private:
  Word* tags_;
  std::uint32_t count_;
};

#ifndef __SSE2__

using Ways8 = WaysAny<std::uint64_t>;
using Ways16 = WaysAny<std::uint32_t>;

#else

// What Ways8 and Ways16 have in common: the set in four registers. Derived knows what lies in them.
template <class Derived, class Width>
class WaysInRegisters {
 public:
  using Word = Width;

  WaysInRegisters(Word* tags, std::uint32_t) : tags_(tags) {
#pragma GCC unroll 4
    for (unsigned p = 0; p < 4; ++p) piece_[p] = _mm_loadu_si128(at(p));
  }

  static constexpr std::uint32_t count() { return 64 / sizeof(Word); }
  Word operator[](std::uint32_t w) const { return tags_[w]; }

  void push_front(std::uint32_t w, Tag first) {
    const __m128i last = Derived::all(w);
    __m128i carried = Derived::lowest(static_cast<Word>(first));
#pragma GCC unroll 4
    for (unsigned p = 0; p < 4; ++p) {
      const __m128i moved = _mm_or_si128(_mm_slli_si128(piece_[p], sizeof(Word)), carried);
      carried = _mm_srli_si128(piece_[p], 16 - sizeof(Word));
      store(p, _mm_cmpgt_epi32(Derived::index(p), last), moved);
    }
  }
  void take_out(std::uint32_t w) {
    const __m128i first = Derived::all(w);
#pragma GCC unroll 4
    for (unsigned p = 0; p < 4; ++p) {
      const __m128i next = p == 3 ? _mm_setzero_si128() : piece_[p + 1];
      const __m128i moved = _mm_or_si128(_mm_srli_si128(piece_[p], sizeof(Word)),
                                         _mm_slli_si128(next, 16 - sizeof(Word)));
      store(p, _mm_cmplt_epi32(Derived::index(p), first), moved);
    }
  }

 protected:
  __m128i piece_[4];

 private:
  __m128i* at(unsigned p) const { return reinterpret_cast<__m128i*>(tags_) + p; }
  void store(unsigned p, __m128i keep, __m128i moved) const {
    _mm_storeu_si128(
        at(p), _mm_or_si128(_mm_and_si128(keep, piece_[p]), _mm_andnot_si128(keep, moved)));
  }

  Word* tags_;
};

// Eight ways, tags of 64 bits: what most private caches have.
class Ways8 : public WaysInRegisters<Ways8, std::uint64_t> {
 public:
  using WaysInRegisters::WaysInRegisters;

  std::uint32_t find(Word tag) const {
    const __m128i key = _mm_set1_epi64x(static_cast<long long>(tag | dirty_bit));
    const __m128i low = _mm_packs_epi32(same(0, key), same(1, key));
    const __m128i high = _mm_packs_epi32(same(2, key), same(3, key));
    // A bit for each half of a tag.
    const int halves = _mm_movemask_epi8(_mm_packs_epi16(low, high));
    const auto both = static_cast<unsigned>(halves & halves >> 1 & 0x5555);
    return static_cast<std::uint32_t>(__builtin_ctz(both | 1U << 16)) / 2;
  }

 private:
  friend WaysInRegisters;
  static __m128i all(std::uint32_t w) { return _mm_set1_epi32(static_cast<int>(w)); }
  static __m128i lowest(Word tag) { return _mm_cvtsi64_si128(static_cast<long long>(tag)); }
  static __m128i index(unsigned p) {
    const int i = static_cast<int>(2 * p);
    return _mm_setr_epi32(i, i, i + 1, i + 1);
  }
  __m128i same(unsigned p, __m128i key) const {
    const __m128i dirty = _mm_set1_epi64x(static_cast<long long>(dirty_bit));
    return _mm_cmpeq_epi32(_mm_or_si128(piece_[p], dirty), key);
  }
};

// Sixteen ways, tags of 32 bits: one line of the host's cache.
class Ways16 : public WaysInRegisters<Ways16, std::uint32_t> {
 public:
  using WaysInRegisters::WaysInRegisters;

  std::uint32_t find(Word tag) const {
    const __m128i key = all(tag | static_cast<Word>(dirty_bit));
    const __m128i low = _mm_packs_epi32(same(0, key), same(1, key));
    const __m128i high = _mm_packs_epi32(same(2, key), same(3, key));
    const int found = _mm_movemask_epi8(_mm_packs_epi16(low, high));
    return static_cast<std::uint32_t>(__builtin_ctz(static_cast<unsigned>(found) | 1U << 16));
  }

 private:
  friend WaysInRegisters;
  static __m128i all(std::uint32_t number) { return _mm_set1_epi32(static_cast<int>(number)); }
  static __m128i lowest(Word tag) { return _mm_cvtsi32_si128(static_cast<int>(tag)); }
  static __m128i index(unsigned p) {
    const int i = static_cast<int>(4 * p);
    return _mm_setr_epi32(i, i + 1, i + 2, i + 3);
  }
  __m128i same(unsigned p, __m128i key) const {
    return _mm_cmpeq_epi32(_mm_or_si128(piece_[p], all(dirty_bit)), key);
  }
};

#endif

}  // namespace hpcast::memsim
