// One set-associative cache: which lines it holds, which of them are dirty, whom it evicts.
// Counts nothing and knows no other cache; hierarchy.h does. Freestanding.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/private_config.h"
#include "hpcast/models/memsim/tags.h"

namespace hpcast::memsim {

using reftrace::CacheShape;

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

 private:
  std::uint64_t sets_ = 1, mask_ = 0, inverse_ = 0;
  bool power_of_two_ = true;
};

class Cache {
 public:
  enum class Width {
    wide,     // tags of 64 bits: most_recent_first() works
    fitting,  // of 32 bits where that is enough: 16 ways are then one line of the host's cache
  };
  // 64-bit words of storage that init() needs, to be handed to it zeroed.
  static std::uint64_t storage_words(const CacheShape& shape, Width width = Width::wide) {
    return tag_words(shape, width) + (shape.replacement == Replacement::plru ? shape.sets : 0);
  }

  void init(const CacheShape& shape, std::uint64_t* storage, Width width = Width::wide) {
    wide_ = storage;
    narrow_ = reinterpret_cast<NarrowTag*>(storage);
    plru_ = storage + tag_words(shape, width);
    ways_ = shape.ways;
    lru_ = shape.replacement == Replacement::lru;
    shape_ = shape;
    index_.init(shape.sets);
    is_narrow_ = is_narrow(shape, width);
    shift_ = is_narrow_ ? bits_agreeing(shape) : 0;
    set_bytes_ = ways_ * (is_narrow_ ? sizeof(NarrowTag) : sizeof(Tag));
  }

  const CacheShape& shape() const { return shape_; }
  std::uint32_t line_bytes() const { return 1U << shape_.log2_line; }
  std::uint64_t line(std::uint64_t address) const { return address >> shape_.log2_line; }
  std::uint64_t address(Tag tag) const {
    return line_of(tag & ~prefetched_bit) << shape_.log2_line;
  }

 private:
  using NarrowTag = std::uint32_t;

  // Within a set the low bits of all line numbers agree, as many as `sets` has factors of two.
  static std::uint32_t bits_agreeing(const CacheShape& shape) {
    return static_cast<std::uint32_t>(__builtin_ctzll(shape.sets));
  }
  static bool is_narrow(const CacheShape& shape, Width width) {
    const std::uint32_t bits =
        reftrace::address_bits - shape.log2_line - bits_agreeing(shape) + state_bits;
    return width == Width::fitting && bits <= 32;
  }
  static std::uint64_t tag_words(const CacheShape& shape, Width width) {
    const std::uint64_t lines = shape.sets * shape.ways;
    return is_narrow(shape, width) ? (lines + 1) / 2 : lines;
  }

  // Calls f(ways of the line's set, the line's tag without the dirty bit), in the cache's width.
  template <class F>
  [[gnu::always_inline]] auto in_set(std::uint64_t line, F&& f) const {
    if (is_narrow_) return f(set<WaysAny<NarrowTag>>(line), tag<WaysAny<NarrowTag>>(line));
    return f(set<MarkedWays>(line), tag<MarkedWays>(line));
  }

  template <class Ways>
  std::uint32_t way_to_fill(std::uint64_t line, Ways ways) {
    std::uint32_t w = 0;
    while (w < ways_ && ways[w] != 0) ++w;
    if (w < ways_) return w;
    return shape_.replacement == Replacement::plru ? plru_victim(line) : random_way();
  }

  // Tree pseudo-LRU: bit n of the set's word tells which half of node n is older; root is node 1.
  void plru_touch(std::uint64_t line, std::uint32_t w) {
    std::uint64_t& bits = plru_[index_(line)];
    for (std::uint32_t node = w + ways_; node > 1; node >>= 1) {
      const std::uint64_t bit = std::uint64_t{1} << (node >> 1);
      bits = (node & 1) != 0 ? bits & ~bit : bits | bit;
    }
  }
  std::uint32_t plru_victim(std::uint64_t line) const {
    const std::uint64_t bits = plru_[index_(line)];
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

 public:
  // --- For who knows better what kind of ways there are (LRU only) ---
  template <class Ways>
  bool has() const {
    return lru_ && (Ways::fixed_count == 0 || Ways::fixed_count == ways_) &&
           is_narrow_ == (sizeof(typename Ways::Word) == sizeof(NarrowTag));
  }
  template <class Ways>
  Ways set(std::uint64_t line) const {
    const std::uint64_t first = index_(line) * (Ways::fixed_count != 0 ? Ways::fixed_count : ways_);
    if constexpr (sizeof(typename Ways::Word) == sizeof(Tag))
      return {wide_ + first, ways_};
    else
      return {narrow_ + first, ways_};
  }
  // A line's tag as the ways hold it, clean.
  template <class Ways>
  typename Ways::Word tag(std::uint64_t line) const {
    return static_cast<typename Ways::Word>(tag_of(line >> shift_));
  }
  // A tag of the set in which `line` lies, whole.
  static Tag whole(std::uint64_t, Tag tag) { return tag; }
  Tag whole(std::uint64_t line, NarrowTag tag) const {
    if (tag == 0) return 0;
    const std::uint64_t same_bits = line & ((std::uint64_t{1} << shift_) - 1);
    return (line_of(tag) << shift_ | same_bits) << 2 | (tag & (valid_bit | dirty_bit));
  }

  // --- For all shapes ---
  // With LRU and wide tags: those of the set.
  Tag* most_recent_first(std::uint64_t line) const { return wide_ + index_(line) * ways_; }

  // The line's tag, from now on the most recently used one, asked for, and dirty if `dirty` says
  // so; as it was before, or 0.
  Tag touch(std::uint64_t line, Tag dirty = 0) {
    return in_set(line, [&](auto ways, auto tag) -> Tag {
      const std::uint32_t w = ways.find(tag);
      if (w == ways_) return 0;
      const auto before = ways[w];
      const Tag now = (before & ~prefetched_bit) | dirty;
      if (lru_)
        ways.push_front(w, now);
      else
        ways.put(w, now);
      if (shape_.replacement == Replacement::plru) plru_touch(line, w);
      return whole(line, before);
    });
  }

  // False where it surely does not. Faster than holds(), for who asks in vain most times.
  bool may_hold(std::uint64_t line) const {
    return is_narrow_ || set<MarkedWays>(line).may_have(tag_of(line));
  }
  bool holds(std::uint64_t line) const {
    return in_set(line, [&](auto ways, auto tag) { return ways.find(tag) < ways_; });
  }
  bool holds_dirty(std::uint64_t line) const {
    return in_set(line, [&](auto ways, auto tag) {
      const std::uint32_t w = ways.find(tag);
      return w < ways_ && is_dirty(ways[w]);
    });
  }

  // Puts in a line that is not there, in that state; returns the victim's tag, or 0.
  Tag insert(std::uint64_t line, Tag state) {
    return in_set(line, [&](auto ways, auto tag) -> Tag {
      tag |= static_cast<decltype(tag)>(state);
      const std::uint32_t w = lru_ ? ways_ - 1 : way_to_fill(line, ways);
      const auto victim = ways[w];
      if (lru_)
        ways.push_front(w, tag);
      else
        ways.put(w, tag);
      if (shape_.replacement == Replacement::plru) plru_touch(line, w);
      return whole(line, victim);
    });
  }

  // Takes a line out; returns its tag, or 0 where it was not there.
  Tag remove(std::uint64_t line) {
    return in_set(line, [&](auto ways, auto tag) -> Tag {
      const std::uint32_t w = ways.find(tag);
      if (w == ways_) return 0;
      const auto before = ways[w];
      if (lru_)
        ways.take_out(w);
      else
        ways.put(w, 0);
      return whole(line, before);
    });
  }

  // Makes a dirty line clean where it is, without touching its age; true if it was dirty.
  bool clean(std::uint64_t line) {
    return in_set(line, [&](auto ways, auto tag) {
      const std::uint32_t w = ways.find(tag);
      if (w == ways_ || !is_dirty(ways[w])) return false;
      ways.put(w, ways[w] ^ dirty_bit);
      return true;
    });
  }

  // Calls f(line) for each line that is there.
  template <class F>
  void each_line(F&& f) const {
    for (std::uint64_t s = 0; s < shape_.sets; ++s)
      in_set(s, [&](auto ways, auto) {
        for (std::uint32_t w = 0; w < ways_; ++w)
          if (ways[w] != 0) f(line_of(whole(s, ways[w]) & ~prefetched_bit));
      });
  }

  // Always inline: GCC drops calls of functions that do nothing else.
  [[gnu::always_inline]] void prefetch(std::uint64_t line) const {
    const char* const set = reinterpret_cast<const char*>(wide_) + index_(line) * set_bytes_;
    __builtin_prefetch(set, 1);
    for (std::uint64_t i = 64; i < set_bytes_; i += 64) __builtin_prefetch(set + i, 1);
  }

 private:
  Tag* wide_ = nullptr;
  NarrowTag* narrow_ = nullptr;
  std::uint32_t ways_ = 0;
  std::uint32_t shift_ = 0;
  std::uint64_t set_bytes_ = 0;
  bool is_narrow_ = false;
  bool lru_ = true;
  SetIndex index_;
  std::uint64_t* plru_ = nullptr;
  std::uint64_t random_ = 0x9E3779B97F4A7C15ULL;
  CacheShape shape_{};
};

// Pseudo-LRU keeps its tree in one word.
inline constexpr std::uint32_t max_plru_ways = 64;

}  // namespace hpcast::memsim
