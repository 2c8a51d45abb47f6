// Which forms a law may have, for given observations: what fit_law() chooses from.
#pragma once

#include <optional>
#include <vector>

#include "hpcast/countergen/law.h"

namespace hpcast::countergen {

// A law without its coefficients.
struct Form {
  std::vector<Term> terms;  // by stretch
  bool has_constant = false;
  std::optional<Term> second;
  bool any_sign = false;  // of the constant and the second term
  Term split;
  std::vector<double> thresholds;  // ascending values of `split`, between observations
  bool likely = false;             // there is reason to expect these terms
  double cost = 0;                 // how far from simple
  bool bends = false;              // the second stretch begins where it crosses the first

  std::size_t stretch_at(double split_value) const;
};

// The simplest first. At least the constant, which is the first.
std::vector<Form> forms_for(const std::vector<Observation>& observations,
                            const Expectation& expected);

}  // namespace hpcast::countergen
