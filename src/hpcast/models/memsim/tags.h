// What a cache keeps of a line, and the ways of one set, the most recently used line first.
// Freestanding.
#pragma once

#include <cstdint>

namespace hpcast::memsim {

// Line number << 2 | valid | dirty. Zero: an empty way. In a set empty ways come last.
using Tag = std::uint64_t;
inline constexpr Tag dirty_bit = 1;
inline constexpr Tag valid_bit = 2;
inline constexpr std::uint32_t state_bits = 2;
// A prefetcher brought the line, and nobody has asked for it since. In wide tags alone, and only
// where MarkedWays are looked at.
inline constexpr Tag prefetched_bit = Tag{1} << 63;
constexpr Tag tag_of(std::uint64_t line) { return line << 2 | valid_bit; }
constexpr std::uint64_t line_of(Tag tag) { return tag >> 2; }
constexpr bool is_dirty(Tag tag) { return (tag & dirty_bit) != 0; }
constexpr bool is_prefetched(Tag tag) { return (tag & prefetched_bit) != 0; }

// A hit in one of the first ways but the very first (of at least four): it becomes the most recent
// one. Arrays that run in step meet in one set and take turns there; for them this is faster than
// any search. `wanted` has the dirty bit set; `any_state` is that bit where a clean line will do.
template <unsigned way = 1>
[[gnu::always_inline]] inline bool hits_next_ways(Tag* set, Tag wanted, Tag any_state) {
  const Tag tag = set[way];
  if ((tag | any_state) == wanted) {
#pragma GCC unroll 3
    for (unsigned w = way; w > 0; --w) set[w] = set[w - 1];
    set[0] = tag;
    return true;
  }
  if constexpr (way < 3) return hits_next_ways<way + 1>(set, wanted, any_state);
  return false;
}

// Any number of ways, tags of any width.
template <class Width>
class WaysAny {
 public:
  using Word = Width;
  static constexpr std::uint32_t fixed_count = 0;

  WaysAny(Word* tags, std::uint32_t count) : tags_(tags), count_(count) {}

  std::uint32_t count() const { return count_; }
  Word operator[](std::uint32_t w) const { return tags_[w]; }
  void put(std::uint32_t w, Tag tag) { tags_[w] = static_cast<Word>(tag); }
  // Where the line of `tag` stands, dirty or not; count(): nowhere.
  std::uint32_t find(Word tag) const { return find(tag, dirty_bit); }

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

 protected:
  // Whatever of that state it is in.
  std::uint32_t find(Word tag, Word state) const {
    std::uint32_t w = 0;
    while (w < count_ && (tags_[w] | state) != (tag | state)) ++w;
    return w;
  }

  Word* tags_;

 private:
  std::uint32_t count_;
};

// Any number of ways, with lines that a prefetcher brought among them.
class MarkedWays : public WaysAny<Tag> {
 public:
  using WaysAny::WaysAny;
  std::uint32_t find(Tag tag) const { return WaysAny::find(tag, dirty_bit | prefetched_bit); }

  // False where find() finds nothing, but for tags that agree in their lower 32 bits: sooner told,
  // as these can be compared four at once.
  bool may_have(Tag tag) const {
    using Halves = std::uint32_t __attribute__((vector_size(16)));
    const auto low = static_cast<std::uint32_t>(tag | dirty_bit);
    const Halves wanted{low, 0, low, 0}, any_state{dirty_bit, 0, dirty_bit, 0};
    auto same = Halves{} == wanted;
    for (std::uint32_t w = 0; w + 1 < count(); w += 2) {
      Halves two;
      __builtin_memcpy(&two, tags_ + w, sizeof two);
      same |= (two | any_state) == wanted;
    }
    const auto last = static_cast<std::uint32_t>(tags_[count() - 1] | dirty_bit);
    return (same[0] | same[2]) != 0 || last == low;
  }
};

}  // namespace hpcast::memsim
