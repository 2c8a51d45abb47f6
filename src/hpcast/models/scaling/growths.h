// What a regular program's calls and computation amount to on another grid.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "hpcast/models/scaling/growth.h"
#include "hpcast/models/scaling/regular.h"

namespace hpcast::scaling {

// Of laws: the largest of their errors and doubts (Growth).
struct Accuracy {
  double error = 0, doubt = 0;
  void add(const Growth& law);
  // Else runs leave open how something grows.
  bool is_told() const { return doubt <= most_doubt; }

  static constexpr double most_doubt = 0.05;
};

// By how they have grown over the program's runs.
class Growths {
 public:
  // `from`: of the runs, the first to go by.
  Growths(const RegularProgram& program, std::size_t from, const Shape& target)
      : program_(program), from_(from), target_(target) {}

  // Nothing where there is but one run with such ranks.
  std::optional<Amounts> amounts(const Part& part);

  // Of the laws so far.
  const Accuracy& bytes() const { return bytes_; }
  const Accuracy& compute() const { return compute_; }

 private:
  using Samples = std::vector<Sample>;
  Growth law_of(const Samples& samples);
  void grow_compute(const std::vector<const Run*>& runs, const Part& part, Amounts& made);

  const RegularProgram& program_;
  std::size_t from_;
  Shape target_;
  std::map<std::vector<double>, Growth> laws_;  // by values relative to the largest
  Accuracy bytes_, compute_;
};

}  // namespace hpcast::scaling
