// Many laws of observations at the same sizes, whose forms are made once.
#pragma once

#include <map>
#include <vector>

#include "hpcast/countergen/law.h"
#include "hpcast/countergen/law_forms.h"

namespace hpcast::countergen {

// For one thread at a time.
class LawFit {
 public:
  // As fit_law().
  Law law_of(const std::vector<Observation>& observations, const Expectation& expected = {});

 private:
  std::map<std::vector<std::vector<double>>, Forms> forms_;  // by sizes
};

}  // namespace hpcast::countergen
