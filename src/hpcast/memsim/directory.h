// Who may hold a line: the full map behind the MSI protocol (docs/memory-model.md).
//
// Conservative: silent evictions leave stale sharers, the caches themselves decide what was there.
// A line costs 4 bytes while at most one core holds it; a bit a core more while several do.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::memsim {

class Directory {
 public:
  // cores: of the machine; lines_per_page: coherence granules in a page.
  Directory(std::uint32_t cores, std::uint32_t lines_per_page)
      : lines_per_page_(lines_per_page), words_((cores + 63) / 64) {}

  using Entry =
      std::uint32_t;  // 0 nobody; sole holder: core << 1 | owner, plus 2; shared_flag | set

  Entry& entry(std::uint32_t page_index, std::uint32_t line_in_page) {
    const std::uint64_t i = std::uint64_t{page_index} * lines_per_page_ + line_in_page;
    if (i >= entries_.size())
      entries_.resize((page_index + 1ULL + page_index / 2) * lines_per_page_);
    return entries_[i];
  }

  static bool is_shared(Entry e) { return (e & shared_flag) != 0; }
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
      e = shared_flag | new_set();
      set_bit(e, other);
    }
    set_bit(e, core);
    return e;
  }

  bool is_sharer(Entry e, std::uint32_t core) const {  // of a shared entry
    return (sets_[std::uint64_t{e & ~shared_flag} * words_ + core / 64] >> core % 64 & 1) != 0;
  }

  // Calls f(core) for every sharer of a shared entry, in ascending order.
  template <class F>
  void each_sharer(Entry e, F&& f) const {
    const std::uint64_t* const set = &sets_[std::uint64_t{e & ~shared_flag} * words_];
    for (std::uint32_t w = 0; w < words_; ++w)
      for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
        f(w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  }

  void release(Entry e) {
    if (is_shared(e)) free_.push_back(e & ~shared_flag);
  }

  std::uint64_t bytes() const { return entries_.size() * sizeof(Entry) + sets_.size() * 8; }

 private:
  static constexpr Entry shared_flag = 1U << 31;

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
    sets_[std::uint64_t{e & ~shared_flag} * words_ + core / 64] |= std::uint64_t{1} << core % 64;
  }

  std::uint32_t lines_per_page_;
  std::uint32_t words_;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> sets_;
  std::vector<std::uint32_t> free_;
};

}  // namespace hpcast::memsim
