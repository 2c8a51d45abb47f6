// Which stretches of what a thread executes are timed, where not all is.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::blocks {

struct SamplingPlan {
  std::uint64_t whole = 60'000;    // instructions of a part of a run: so many are timed in any case
  std::uint32_t one_in = 2;        // stretches of the rest at first; 1: all
  std::uint32_t at_least = 50;     // stretches of a part, from where on they may lie farther apart
  std::uint64_t stretch = 2'000;   // instructions that are measured
  std::uint64_t before = 1'000;    // instructions: so many before these fill the window
  std::uint64_t earlier = 20'000;  // and so many before those teach the branch predictor
};

inline constexpr SamplingPlan everything = {.one_in = 1};

// What becomes of the next instructions.
enum class Sampled : std::uint8_t { skip, teach, fill, measure };

class Sampling {
 public:
  explicit Sampling(SamplingPlan plan) : plan_(plan), parts_(1) { choose(); }

  // The next instructions belong to that part.
  void enter(std::uint32_t part);
  Sampled does() const { return does_; }
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
  std::vector<Part> parts_;
  std::uint32_t part_ = 0;
  std::uint64_t passed_ = 0;  // of the present part
  std::uint64_t until_ = 0;   // of it: then something else is done
  Sampled does_ = Sampled::measure;
};

}  // namespace hpcast::blocks
