// One set-associative cache: which lines it holds, which of them are dirty, whom it evicts.
// Counts nothing and knows no other cache; hierarchy.h does. Freestanding.
#pragma once

#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "hpcast/memsim/private_config.h"

namespace hpcast::memsim {

// A tag: line number << 2 | valid | dirty. Zero: an empty way.
using Tag = std::uint64_t;
inline constexpr Tag dirty_bit = 1;
inline constexpr Tag valid_bit = 2;
constexpr Tag tag_of(std::uint64_t line) { return line << 2 | valid_bit; }
constexpr std::uint64_t line_of(Tag tag) { return tag >> 2; }
constexpr bool is_dirty(Tag tag) { return (tag & dirty_bit) != 0; }

// line % sets without a division: an and for powers of two, otherwise Lemire's multiply-and-shift
// (exact for 32-bit operands, so the line is folded to 32 bits first where it is longer).
class SetIndex {
 public:
  void init(std::uint64_t sets) {
    sets_ = sets;
    mask_ = sets - 1;
    power_of_two_ = (sets & (sets - 1)) == 0;
    inverse_ = power_of_two_ ? 0 : ~std::uint64_t{0} / sets + 1;
  }
  std::uint64_t operator()(std::uint64_t line) const {
    if (power_of_two_) [[likely]]
      return line & mask_;
    if (line >> 32 != 0) return line % sets_;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(inverse_ * line) * sets_) >> 64);
  }
  bool power_of_two() const { return power_of_two_; }
  std::uint64_t mask() const { return mask_; }

 private:
  std::uint64_t sets_ = 1, mask_ = 0, inverse_ = 0;
  bool power_of_two_ = true;
};

// The first of `count` tags that is `wanted` but for its dirty bit, which `wanted` has set; `count`
// if there is none.
inline std::uint32_t find_tag(const Tag* tags, std::uint32_t count, Tag wanted) {
  if ((tags[0] | dirty_bit) == wanted) return 0;
  std::uint32_t i = 0;
#ifdef __SSE2__
  const __m128i key = _mm_set1_epi64x(static_cast<long long>(wanted));
  const __m128i dirty = _mm_set1_epi64x(static_cast<long long>(dirty_bit));
  const auto equal = [&](const Tag* two) {
    return _mm_cmpeq_epi32(
        _mm_or_si128(_mm_loadu_si128(reinterpret_cast<const __m128i*>(two)), dirty), key);
  };
  for (; i + 4 <= count; i += 4) {
    // Four bits a tag, two for each half of it.
    const int halves = _mm_movemask_epi8(_mm_packs_epi32(equal(tags + i), equal(tags + i + 2)));
    const int both = halves & halves >> 2 & 0x1111;
    if (both != 0)
      return i + static_cast<std::uint32_t>(__builtin_ctz(static_cast<unsigned>(both))) / 4;
  }
#endif
  for (; i < count; ++i)
    if ((tags[i] | dirty_bit) == wanted) return i;
  return count;
}

// tags[1..count] = tags[0..count-1]
inline void move_down(Tag* tags, std::uint32_t count) {
#ifdef __SSE2__
  for (; count >= 2; count -= 2)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(tags + count - 1),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(tags + count - 2)));
#endif
  for (; count > 0; --count) tags[count] = tags[count - 1];
}

class Cache {
 public:
  // 64-bit words of storage that init() needs, to be handed to it zeroed.
  static std::uint64_t storage_words(const CacheShape& shape) {
    return shape.sets * shape.ways + (shape.replacement == Replacement::plru ? shape.sets : 0);
  }

  void init(const CacheShape& shape, std::uint64_t* storage) {
    tags_ = storage;
    plru_ = storage + shape.sets * shape.ways;
    ways_ = shape.ways;
    shape_ = shape;
    index_.init(shape.sets);
  }

  const CacheShape& shape() const { return shape_; }
  const SetIndex& index() const { return index_; }
  std::uint32_t line_bytes() const { return 1U << shape_.log2_line; }
  std::uint64_t line(std::uint64_t address) const { return address >> shape_.log2_line; }
  std::uint64_t address(Tag tag) const { return line_of(tag) << shape_.log2_line; }

  // The first way of the line's set; with LRU the most recently used one.
  Tag* set(std::uint64_t line) { return tags_ + index_(line) * ways_; }
  const Tag* set(std::uint64_t line) const { return tags_ + index_(line) * ways_; }

  // The line's tag, made the most recently used, or null. The pointer holds until the next call.
  Tag* find(std::uint64_t line) {
    Tag* const ways = set(line);
    const std::uint32_t w = find_tag(ways, ways_, tag_of(line) | dirty_bit);
    return w < ways_ ? touch(ways, w) : nullptr;
  }

  bool holds_dirty(std::uint64_t line) const {
    const std::uint32_t w = way_of(line);
    return w < ways_ && is_dirty(set(line)[w]);
  }

  // Puts in a line that is not there; returns the victim's tag, or 0.
  Tag insert(std::uint64_t line, Tag dirty) {
    Tag* const ways = set(line);
    const Tag tag = tag_of(line) | dirty;
    if (shape_.replacement == Replacement::lru) [[likely]] {
      const Tag victim = ways[ways_ - 1];
      move_down(ways, ways_ - 1);
      ways[0] = tag;
      return victim;
    }
    std::uint32_t w = 0;
    while (w < ways_ && ways[w] != 0) ++w;
    if (w == ways_) w = shape_.replacement == Replacement::plru ? plru_victim(ways) : random_way();
    const Tag victim = ways[w];
    ways[w] = tag;
    if (shape_.replacement == Replacement::plru) plru_touch(ways, w);
    return victim;
  }

  // Takes a line out; returns its tag, or 0 where it was not there.
  Tag remove(std::uint64_t line) {
    const std::uint32_t w = way_of(line);
    if (w == ways_) return 0;
    Tag* const ways = set(line);
    const Tag tag = ways[w];
    if (shape_.replacement != Replacement::lru) {
      ways[w] = 0;
      return tag;
    }
    for (std::uint32_t i = w; i + 1 < ways_; ++i) ways[i] = ways[i + 1];
    ways[ways_ - 1] = 0;
    return tag;
  }

  // Makes a dirty line clean where it is, without touching its age; true if it was dirty.
  bool clean(std::uint64_t line) {
    const std::uint32_t w = way_of(line);
    if (w == ways_ || !is_dirty(set(line)[w])) return false;
    set(line)[w] &= ~dirty_bit;
    return true;
  }

  void prefetch(std::uint64_t line) const {
    const Tag* const ways = set(line);
    for (std::uint32_t w = 0; w < ways_; w += tags_per_host_line) __builtin_prefetch(ways + w, 1);
  }

 private:
  static constexpr std::uint32_t tags_per_host_line = 8;

  std::uint32_t way_of(std::uint64_t line) const {
    return find_tag(set(line), ways_, tag_of(line) | dirty_bit);
  }

  Tag* touch(Tag* ways, std::uint32_t w) {
    if (shape_.replacement == Replacement::lru) [[likely]] {
      if (w == 0) return ways;
      const Tag tag = ways[w];
      move_down(ways, w);
      ways[0] = tag;
      return ways;
    }
    if (shape_.replacement == Replacement::plru) plru_touch(ways, w);
    return ways + w;
  }

  // Tree pseudo-LRU: bit n of the set's word tells which half of node n is older; root is node 1.
  std::uint64_t& plru_bits(Tag* ways) { return plru_[(ways - tags_) / ways_]; }
  void plru_touch(Tag* ways, std::uint32_t w) {
    std::uint64_t& bits = plru_bits(ways);
    for (std::uint32_t node = w + ways_; node > 1; node >>= 1) {
      const std::uint64_t bit = std::uint64_t{1} << (node >> 1);
      bits = (node & 1) != 0 ? bits & ~bit : bits | bit;
    }
  }
  std::uint32_t plru_victim(Tag* ways) {
    const std::uint64_t bits = plru_bits(ways);
    std::uint32_t node = 1;
    while (node < ways_) node = node * 2 + ((bits >> node) & 1);
    return node - ways_;
  }

  // xorshift64*: the same sequence in every run.
  std::uint32_t random_way() {
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    return static_cast<std::uint32_t>(((random_ * 0x2545F4914F6CDD1DULL) >> 32) * ways_ >> 32);
  }

  Tag* tags_ = nullptr;
  std::uint32_t ways_ = 0;
  SetIndex index_;
  std::uint64_t* plru_ = nullptr;
  std::uint64_t random_ = 0x9E3779B97F4A7C15ULL;
  CacheShape shape_{};
};

// Pseudo-LRU keeps its tree in one word.
inline constexpr std::uint32_t max_plru_ways = 64;

}  // namespace hpcast::memsim
