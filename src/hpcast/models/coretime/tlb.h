// A core's last TLB, and the walks through the page tables where it does not have a page.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hpcast/models/coretime/cycle.h"
#include "hpcast/models/coretime/entries.h"

namespace hpcast::coretime {

struct Translation {
  unsigned log2_page = 12;
  std::uint32_t entries = 0;
  Cycle walk = 0;  // 0: translation costs nothing
  std::uint32_t walkers = 1;
  Cycle saved = 0;  // of a walk, where that line of the page table has been read lately
  std::uint32_t near_lines = 0;  // of the page table that were read lately: so many
};

class Tlb {
 public:
  explicit Tlb(const Translation& t)
      : translation_(t),
        sets_(t.walk == 0 ? 0 : sets_of(t.entries)),
        lines_(t.walk == 0 ? 0 : sets_of(t.near_lines)),
        walkers_(t.walkers) {}

  // Nothing begins before that any more.
  void forget_before(Cycle time) { walkers_.forget_before(time); }
  // When a reference that begins then has its physical address. A walk waits for a free walker.
  Cycle translate(std::uint64_t address, Cycle begin) {
    const Cycle walk = look_up(address);
    if (walk == 0) return begin;
    const Cycle walks = walkers_.free_from(begin);
    walkers_.hold(walks, walks + walk);
    return walks + walk;
  }
  // How long the walk for its page takes, which is known from now on; 0: there is none.
  Cycle look_up(std::uint64_t address) {
    if (sets_.empty()) return 0;
    const std::uint64_t page = address >> translation_.log2_page;
    if (take_to_front(sets_[page % sets_.size()], page)) return 0;
    const std::uint64_t line = page / pages_of_line;
    const bool is_near = take_to_front(lines_[line % lines_.size()], line);
    return translation_.walk - (is_near ? translation_.saved : 0);
  }
  // As if it had met all that the other one has, which is as large.
  void know_pages_of(const Tlb& other) {
    if (sets_.empty()) return;
    sets_ = other.sets_;
    lines_ = other.lines_;
  }

 private:
  static constexpr std::size_t ways = 8;
  static constexpr std::uint64_t pages_of_line = 8;  // of the table: 8 bytes each
  using Set = std::array<std::uint64_t, ways>;       // pages plus 1, the one used last first

  static std::size_t sets_of(std::uint32_t places) {
    return (std::max<std::size_t>(1, places) + ways - 1) / ways;
  }
  static bool take_to_front(Set& set, std::uint64_t page) {
    if (set[0] == page + 1) return true;
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
