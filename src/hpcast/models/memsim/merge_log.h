// The decisions of a merge that its streams alone do not determine: when threads appeared, which of
// them an online run stopped waiting for, and when it took them up again. Streams and log together
// replay bit for bit.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::memsim {

struct MergeDecision {
  std::uint64_t pass;  // of the weaver, counted from 0
  std::uint32_t thread;
  // true: goes on from the start of this pass, be it new, set aside, or waiting in vain.
  // false: set aside in this pass.
  bool resumes;
  std::uint64_t words;  // of its stream used until then
};
using MergeLog = std::vector<MergeDecision>;

}  // namespace hpcast::memsim
