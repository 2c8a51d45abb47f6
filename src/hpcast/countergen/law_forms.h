// Which forms a law may have, for given observations: what fit_law() chooses from.
#pragma once

#include <optional>
#include <vector>

#include "hpcast/countergen/law.h"

namespace hpcast::countergen {

// A law without its coefficients.
struct Form {
  Term term;
  bool has_constant = false;
  std::optional<Term> second;
  Term split;
  std::vector<double> thresholds;  // ascending values of `split`, between observations
  double cost = 0;                 // how far from simple

  std::size_t stretch_at(double split_value) const;
};

// The simplest first. At least the constant, which is the first.
std::vector<Form> forms_for(const std::vector<Observation>& observations);

}  // namespace hpcast::countergen
