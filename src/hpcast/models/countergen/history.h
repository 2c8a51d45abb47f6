// A metrics event as trace-generation.txt has it (section 3.2): which regions the thread was in
// then, and at each of the n metrics events before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/models/countergen/steps.h"

namespace hpcast::countergen {

// The sets of regions that threads are in: two stacks may be of the same ones.
class RegionSets {
 public:
  static constexpr std::uint32_t none = 0;  // the empty one

  explicit RegionSets(const Stacks& stacks) : stacks_(stacks) {}
  std::uint32_t of(std::uint32_t stack);
  const std::vector<std::uint32_t>& regions(std::uint32_t set) const { return sets_[set]; }

 private:
  const Stacks& stacks_;
  std::vector<std::uint32_t> of_stack_;                  // set + 1; 0: not known yet
  std::vector<std::vector<std::uint32_t>> sets_ = {{}};  // ascending regions
};

// The sets of a thread's latest metrics events, the newest first, as one word each.
class History {
 public:
  // Of the first metrics event, which is in no region.
  explicit History(unsigned events) : sets_(events + 1, RegionSets::none) {}

  void add(std::uint32_t set) {
    for (std::size_t i = sets_.size() - 1; i > 0; --i) sets_[i] = sets_[i - 1];
    sets_[0] = set;
  }
  const std::u32string& sets() const { return sets_; }

 private:
  std::u32string sets_;
};

// How rows are made of histories.
struct HistoryShape {
  std::size_t regions = 0, sizes = 0;
  unsigned events = 0;      // before the one it is about
  bool has_thread = false;  // a column for its number, as the paper, with one thread, does not need

  std::size_t columns() const { return regions * (events + 1) + sizes + (has_thread ? 1 : 0); }
  // 1 for each region of each event, then the sizes, then the thread. `row`: of columns().
  void fill(const std::u32string& history, const RegionSets& sets, std::span<const double> sizes_at,
            std::uint32_t thread, std::span<double> row) const;
};

}  // namespace hpcast::countergen
