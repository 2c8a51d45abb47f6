// How a number grows with the sizes of a problem: a term c·s1^a·log2(s1)^b·s2^c…, with a constant
// or, where data outgrow a cache, other coefficients from some size on. The normal form is that of
// performance models in Calotoiu et al., Using Automated Performance Modeling to Find Scalability
// Bugs in Complex Codes, SC 2013 (Extra-P); fewer terms, for what is measured here is exact but
// for few sizes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hpcast::countergen {

// The mean of a number over one run, and how many values that is of.
struct Observation {
  std::vector<double> sizes;
  double mean = 0;
  double count = 1;
};

struct Term {
  std::vector<double> exponents;        // by size
  std::vector<std::uint8_t> logarithm;  // by size: 1 where its logarithm is a factor

  double at(const std::vector<double>& sizes) const;
};

struct Law {
  Term term;
  double constant = 0;
  // By stretch of `split`: up to there the first, and so on; in between on the way from one to the
  // other, by the logarithm.
  struct Stretch {
    double coefficient = 0;
    double first = 0, last = 0;  // where it was seen: values of the split term
  };
  std::vector<Stretch> stretches;  // at least one
  Term split;
  double error = 0;  // relative, of sizes left out in turn; mean

  double at(const std::vector<double>& sizes) const;  // not below 0
};

// The law that forecasts each of the observations best from the others, of equally good ones the
// simplest. At least one observation; with two sizes or fewer `error` is of those that are there.
Law fit_law(const std::vector<Observation>& observations);

// "0.187·cols", "13 + 0.5·rows·log2(rows)"; with stretches, from the first to the last.
std::string to_string(const Law& law, const std::vector<std::string>& names);

}  // namespace hpcast::countergen
