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
};

class Tlb {
 public:
  explicit Tlb(const Translation& t)
      : translation_(t),
        sets_(t.walk == 0 ? 0 : std::max<std::size_t>(1, std::bit_ceil(t.entries) / ways)),
        walkers_(t.walkers) {}

  // Nothing begins before that any more.
  void forget_before(Cycle time) { walkers_.forget_before(time); }
  // When a reference that begins then has its physical address. A walk waits for a free walker.
  Cycle translate(std::uint64_t address, Cycle begin) {
    if (sets_.empty()) return begin;
    const std::uint64_t page = address >> translation_.log2_page;
    Set& set = sets_[page % sets_.size()];
    if (take_to_front(set, page)) return begin;
    const Cycle walks = walkers_.free_from(begin);
    walkers_.hold(walks, walks + translation_.walk);
    return walks + translation_.walk;
  }

 private:
  static constexpr std::size_t ways = 8;
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
  Spans walkers_;
};

}  // namespace hpcast::coretime
