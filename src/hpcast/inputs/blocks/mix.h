// What a thread, or a part of a run, has executed: instructions by kind, branches by outcome.
#pragma once

#include <array>
#include <cstdint>

#include "hpcast/inputs/blocks/block.h"

namespace hpcast::blocks {

struct Mix {
  std::array<std::uint64_t, kinds> instructions{};  // by Kind
  std::uint64_t taken = 0, not_taken = 0;           // conditional branches

  // The block was executed, and left by that exit.
  void add(const Block& block, unsigned exit);
  Mix& operator+=(const Mix& more);
  std::uint64_t total() const;  // instructions
};

}  // namespace hpcast::blocks
