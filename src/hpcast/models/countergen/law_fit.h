// Many laws of observations at the same sizes, whose forms are made once.
#pragma once

#include <map>
#include <vector>

#include "hpcast/models/countergen/law.h"
#include "hpcast/models/countergen/law_forms.h"

namespace hpcast::countergen {

// For one thread at a time.
class LawFit {
 public:
  // As fit_law().
  Law law_of(const std::vector<Observation>& observations, const Expectation& expected = {});

 private:
  const Forms& forms_of(const std::vector<Observation>& observations);
  // What only several ranks do is 0 where the size is 1, and so is a logarithm, whatever its
  // powers: values other than 1 tell whether the law is to be trusted.
  void doubt_logarithm(const std::vector<Observation>& observations, const Expectation& expected,
                       std::size_t size, Law& law);

  std::map<std::vector<std::vector<double>>, Forms> forms_;  // by sizes
};

}  // namespace hpcast::countergen
