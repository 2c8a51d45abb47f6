// A core's last TLB, and the walks through the page tables where it does not have a page.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "hpcast/coretime/cycle.h"
#include "hpcast/coretime/entries.h"

namespace hpcast::coretime {

struct Translation {
  unsigned log2_page = 12;
  std::uint32_t entries = 0;
  Cycle walk = 0;  // 0: translation costs nothing
  std::uint32_t walkers = 1;
  Cycle saved = 0;  // of a walk, where that line of the page table has been read lately
};

class Tlb {
 public:
  explicit Tlb(const Translation& t)
      : translation_(t),
        sets_(t.walk == 0 ? 0 : std::max<std::size_t>(1, std::bit_ceil(t.entries) / ways)),
        lines_(recent_lines / ways),
        walkers_(t.walkers) {}

  // Nothing begins before that any more.
  void forget_before(Cycle time) { walkers_.forget_before(time); }
  // When a reference that begins then has its physical address. A walk waits for a free walker.
  Cycle translate(std::uint64_t address, Cycle begin) {
    if (sets_.empty()) return begin;
    const std::uint64_t page = address >> translation_.log2_page;
    if (take_to_front(sets_[page % sets_.size()], page)) return begin;
    const std::uint64_t line = page / pages_of_line;
    const bool is_near = take_to_front(lines_[line % lines_.size()], line);
    const Cycle walks = walkers_.free_from(begin);
    const Cycle done = walks + translation_.walk - (is_near ? translation_.saved : 0);
    walkers_.hold(walks, done);
    return done;
  }

 private:
  static constexpr std::size_t ways = 8;
  static constexpr std::uint64_t pages_of_line = 8;  // of the table: 8 bytes each
  static constexpr std::size_t recent_lines = 64;
  using Set = std::array<std::uint64_t, ways>;  // pages plus 1, the one used last first

  static bool take_to_front(Set& set, std::uint64_t page) {
    const auto found = std::find(set.begin(), set.end(), page + 1);
    const bool known = found != set.end();
    std::rotate(set.begin(), known ? found : set.end() - 1, known ? found + 1 : set.end());
    set[0] = page + 1;
    return known;
  }

  Translation translation_;
  std::vector<Set> sets_;
  std::vector<Set> lines_;  // of the page table, read lately
  Spans walkers_;
};

}  // namespace hpcast::coretime
