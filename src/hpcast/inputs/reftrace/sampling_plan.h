// How much of what a thread executes is timed (blocks/sampling.h). Freestanding.
#pragma once

#include <cstdint>

namespace hpcast::reftrace {

struct SamplingPlan {
  std::uint64_t whole = 60'000;    // instructions of a part of a run: so many are timed in any case
  std::uint32_t one_in = 2;        // stretches of the rest at first; 1: all
  std::uint32_t at_least = 50;     // stretches of a part, from where on they may lie farther apart
  std::uint64_t stretch = 2'000;   // instructions that are measured
  std::uint64_t before = 1'000;    // instructions: so many before these fill the window
  std::uint64_t earlier = 20'000;  // and so many before those teach the branch predictor
};

}  // namespace hpcast::reftrace
