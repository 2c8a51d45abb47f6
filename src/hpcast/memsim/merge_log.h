// The decisions of a merge that its streams alone do not determine: which threads an online run
// stopped waiting for, and when it took them up again. Streams and log together replay bit for bit.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::memsim {

struct MergeDecision {
  std::uint64_t pass;  // of the weaver, counted from 0
  std::uint32_t thread;
  bool resumes;         // false: set aside at this pass; true: taken up again
  std::uint64_t words;  // of the thread's requests and events woven until then
};
using MergeLog = std::vector<MergeDecision>;

}  // namespace hpcast::memsim
