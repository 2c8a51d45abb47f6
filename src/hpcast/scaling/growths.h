// What a regular program's calls and computation amount to on another grid.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "hpcast/scaling/growth.h"
#include "hpcast/scaling/regular.h"

namespace hpcast::scaling {

// By how they have grown over the program's runs.
class Growths {
 public:
  // `from`: of the runs, the first to go by.
  Growths(const RegularProgram& program, std::size_t from, const Shape& target)
      : program_(program), from_(from), target_(target) {}

  // Nothing where there is but one run with such ranks. Throws InputError where the runs do not
  // tell.
  std::optional<Amounts> amounts(const Part& part);

  // Of the laws, at the runs: relative.
  double bytes_error() const { return bytes_error_; }
  double compute_error() const { return compute_error_; }

 private:
  using Samples = std::vector<Sample>;
  Growth law_of(const Samples& samples, const char* what);
  void grow_compute(const std::vector<const Run*>& runs, const Part& part, Amounts& made);

  const RegularProgram& program_;
  std::size_t from_;
  Shape target_;
  std::map<std::vector<double>, Growth> laws_;  // by values relative to the largest
  double bytes_error_ = 0, compute_error_ = 0;
};

}  // namespace hpcast::scaling
