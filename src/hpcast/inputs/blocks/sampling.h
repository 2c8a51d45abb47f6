// Which stretches of what a thread executes are timed, where not all is. Freestanding: the tracers
// include it.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/sampling_plan.h"

namespace hpcast::blocks {

using reftrace::SamplingPlan;

inline constexpr SamplingPlan everything = {.one_in = 1};

// What becomes of the next instructions.
enum class Sampled : std::uint8_t { skip, teach, fill, measure };

class Sampling {
 public:
  explicit Sampling(SamplingPlan plan) : plan_(plan) { choose(); }

  // The next instructions belong to that part, one of reftrace::max_phases.
  void enter(std::uint32_t part);
  Sampled does() const { return does_; }
  // So many instructions from here on it is the same.
  std::uint64_t left() const { return until_ - passed_; }
  // So many have been executed.
  void pass(std::uint64_t instructions) {
    passed_ += instructions;
    if (passed_ >= until_) choose();
  }

 private:
  // Of a part: instructions so far, and the group of stretches that they have come to.
  struct Part {
    std::uint64_t passed = 0;
    std::uint64_t group = 0, begin = 0, end = 0;  // its number, where it begins and ends
  };
  void choose();
  void next_group(Part& part) const;

  SamplingPlan plan_;
  Part parts_[reftrace::max_phases]{};
  std::uint32_t part_ = 0;
  std::uint64_t passed_ = 0;  // of the present part
  std::uint64_t until_ = 0;   // of it: then something else is done
  Sampled does_ = Sampled::measure;
};

}  // namespace hpcast::blocks
