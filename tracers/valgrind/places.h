// Places of the program's code where waiting loops (waiting_loop.h) look: branches that ask for
// what they have loaded. Only what such a branch asks for is waited for; who reads the same memory
// elsewhere does not wait. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace hpcast::tracer {

// Zeroed memory has none.
class Places {
 public:
  static constexpr unsigned most = 512;
  static constexpr unsigned none = most;

  unsigned find(std::uint64_t branch) const {
    for (unsigned i = 0; i < count_; ++i)
      if (branch_[i] == branch) return i;
    return none;
  }
  // In a loop that waits, the branch went that way. Of too many places, the last ones are
  // not known.
  void stays(std::uint64_t branch, bool taken) {
    unsigned i = find(branch);
    if (i == none && count_ < most) branch_[i = count_++] = branch;
    if (i != none) stays_[i] |= way(taken);
  }
  unsigned count() const { return count_; }
  std::uint64_t branch(unsigned place) const { return branch_[place]; }
  bool stays_both_ways(unsigned place) const { return stays_[place] == (way(true) | way(false)); }
  // Whether a loop that waits there is done with that look.
  bool is_left(unsigned place, bool taken) const { return (stays_[place] & way(!taken)) != 0; }

 private:
  static std::uint8_t way(bool taken) { return taken ? 2 : 1; }
  std::uint64_t branch_[most];
  std::uint8_t stays_[most];  // ways that it went in turns that waited
  unsigned count_;
};

}  // namespace hpcast::tracer
