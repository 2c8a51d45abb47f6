// Which stretches of what a thread executes go through the windows, where not all does.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::coretime {

struct SamplingPlan {
  std::uint64_t whole = 300'000;  // instructions of a part of a run: so many go through in any case
  std::uint32_t one_in = 20;      // stretches of the rest; 1: all
  std::uint64_t stretch = 2'000;  // instructions that are measured
  std::uint64_t before = 1'000;   // instructions: so many before these fill the window
};

class Sampling {
 public:
  explicit Sampling(SamplingPlan plan) : plan_(plan) { choose(); }

  enum class Does { skip, fill, measure };

  // The next instructions belong to that part.
  void enter(std::uint32_t part);
  Does does() const { return does_; }
  // So many have been executed.
  void pass(std::uint64_t instructions);

 private:
  void choose();

  SamplingPlan plan_;
  std::vector<std::uint64_t> passed_{0};  // instructions, by part
  std::uint32_t part_ = 0;
  Does does_ = Does::measure;
};

}  // namespace hpcast::coretime
