// GOAL schedules as their texts have them (LogGOPSim's txt2bin.re).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "hpcast/base/line_faults.h"

namespace hpcast::mpitrace {

struct GoalOperation {
  enum class Kind : std::uint8_t { calc, send, receive };
  Kind kind = Kind::calc;
  std::uint64_t size = 0;          // nanoseconds or bytes
  std::int32_t peer = 0, tag = 0;  // -1 for any
  std::uint32_t cpu = 0, nic = 0;
  std::uint64_t line = 0;
};

// `after` starts once `before` has ended, or, where only the start counts, has started.
struct GoalDependence {
  std::uint32_t after = 0, before = 0;
  bool start = false;
};

struct GoalRank {
  std::uint32_t rank = 0;
  std::uint64_t line = 0;
  std::vector<GoalOperation> operations;
  std::vector<GoalDependence> dependences;
};

// Reads the text, calling `take` with each rank's schedule when it is complete. Returns the number
// of ranks; what is wrong goes to `faults`.
std::uint32_t read_goal_text(std::string_view text, std::uint32_t most, LineFaults& faults,
                             const std::function<void(const GoalRank&)>& take);

}  // namespace hpcast::mpitrace
