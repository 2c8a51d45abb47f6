// Who may hold a line: the full map behind the MSI protocol (docs/memory-model.md).
//
// Conservative: silent evictions leave stale sharers, the caches themselves decide what was there.
// A line costs 4 bytes while at most two cores hold it; a bit a core more while several do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hpcast::memsim {

class Directory {
 public:
  // cores: of the machine; lines_per_page: coherence granules in a page.
  Directory(std::uint32_t cores, std::uint32_t lines_per_page)
      : lines_per_page_(lines_per_page), words_((cores + 63) / 64) {}

  // 0: nobody; else by the two upper bits: a sole holder (core << 1 | owner, plus 2), two sharers
  // (15 bits each), a set of sharers (its index).
  using Entry = std::uint32_t;

  Entry& entry(std::uint32_t page_index, std::uint32_t line_in_page) {
    const std::uint64_t i = std::uint64_t{page_index} * lines_per_page_ + line_in_page;
    if (i >= entries_.size())
      entries_.resize((page_index + 1ULL + page_index / 2) * lines_per_page_);
    return entries_[i];
  }

  // Two steps, as a shared line's sharers lie elsewhere. Always inline: see Cache::prefetch().
  [[gnu::always_inline]] void prefetch(std::uint32_t page_index, std::uint32_t line_in_page) const {
    const std::uint64_t i = std::uint64_t{page_index} * lines_per_page_ + line_in_page;
    if (i < entries_.size()) __builtin_prefetch(&entries_[i], 1);
  }
  [[gnu::always_inline]] void prefetch_sharers(std::uint32_t page_index,
                                               std::uint32_t line_in_page) const {
    const std::uint64_t i = std::uint64_t{page_index} * lines_per_page_ + line_in_page;
    if (i < entries_.size() && is_set(entries_[i]))
      __builtin_prefetch(&sets_[std::uint64_t{entries_[i] & ~set_flag} * words_], 1);
  }

  static bool is_shared(Entry e) { return (e & (set_flag | pair_flag)) != 0; }
  static bool is_sole(Entry e) { return e != 0 && !is_shared(e); }
  static std::uint32_t sole_core(Entry e) { return (e - 2) >> 1; }
  static bool sole_owns(Entry e) { return ((e - 2) & 1) != 0; }
  static Entry sole(std::uint32_t core, bool owns) {
    return (core << 1 | static_cast<Entry>(owns)) + 2;
  }

  // The entry with `core` among the sharers, nobody owning.
  Entry with_sharer(Entry e, std::uint32_t core) {
    if (e == 0) return sole(core, false);
    if (is_sole(e)) {
      const std::uint32_t other = sole_core(e);
      if (other == core) return sole(core, false);
      if (core < pair_cores && other < pair_cores)
        return pair_flag | std::max(core, other) << pair_bits | std::min(core, other);
      e = set_of(other);
    } else if (is_pair(e)) {
      if (is_sharer(e, core)) return e;
      const Entry pair = e;
      e = set_of(first_of(pair));
      set_bit(e, second_of(pair));
    }
    set_bit(e, core);
    return e;
  }

  bool is_sharer(Entry e, std::uint32_t core) const {  // of a shared entry
    if (is_pair(e)) return core == first_of(e) || core == second_of(e);
    return (sets_[std::uint64_t{e & ~set_flag} * words_ + core / 64] >> core % 64 & 1) != 0;
  }

  // Calls f(core) for every sharer of a shared entry, in ascending order.
  template <class F>
  void each_sharer(Entry e, F&& f) const {
    if (is_pair(e)) {
      f(first_of(e));
      return f(second_of(e));
    }
    const std::uint64_t* const set = &sets_[std::uint64_t{e & ~set_flag} * words_];
    for (std::uint32_t w = 0; w < words_; ++w)
      for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
        f(w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  }

  void release(Entry e) {
    if (is_set(e)) free_.push_back(e & ~set_flag);
  }

  std::uint64_t bytes() const { return entries_.size() * sizeof(Entry) + sets_.size() * 8; }

 private:
  static constexpr Entry set_flag = 1U << 31;
  static constexpr Entry pair_flag = 1U << 30;
  static constexpr unsigned pair_bits = 15;
  static constexpr std::uint32_t pair_cores = 1U << pair_bits;

  static bool is_set(Entry e) { return (e & set_flag) != 0; }
  static bool is_pair(Entry e) { return (e & (set_flag | pair_flag)) == pair_flag; }
  static std::uint32_t first_of(Entry pair) { return pair & (pair_cores - 1); }
  static std::uint32_t second_of(Entry pair) { return pair >> pair_bits & (pair_cores - 1); }

  Entry set_of(std::uint32_t core) {
    const Entry e = set_flag | new_set();
    set_bit(e, core);
    return e;
  }
  std::uint32_t new_set() {
    if (free_.empty()) {
      sets_.resize(sets_.size() + words_);
      return static_cast<std::uint32_t>(sets_.size() / words_ - 1);
    }
    const std::uint32_t set = free_.back();
    free_.pop_back();
    for (std::uint32_t w = 0; w < words_; ++w) sets_[std::uint64_t{set} * words_ + w] = 0;
    return set;
  }
  void set_bit(Entry e, std::uint32_t core) {
    sets_[std::uint64_t{e & ~set_flag} * words_ + core / 64] |= std::uint64_t{1} << core % 64;
  }

  std::uint32_t lines_per_page_;
  std::uint32_t words_;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> sets_;
  std::vector<std::uint32_t> free_;
};

}  // namespace hpcast::memsim
