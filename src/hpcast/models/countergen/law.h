// How a number grows with the sizes of a problem: a term c·s1^a·log2(s1)^b·s2^c…, with a constant,
// a second term, or, where data outgrow a cache, other coefficients from some size on. The normal
// form is that of performance models in Calotoiu et al., Using Automated Performance Modeling to
// Find Scalability Bugs in Complex Codes, SC 2013 (Extra-P); fewer terms, for what is measured here
// is exact but for few sizes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace hpcast::countergen {

// The mean of a number over one run, of how many values that is, and how far they lie from each
// other. Where nothing is known of the variance, or nothing varies, the mean is taken as exact.
struct Observation {
  std::vector<double> sizes;
  double mean = 0;
  double count = 1;
  double variance = 0;  // of single values
};

struct Term {
  std::vector<double> exponents;        // by size
  std::vector<std::uint8_t> logarithm;  // by size: 1 where its logarithm is a factor

  double at(const std::vector<double>& sizes) const;
  bool operator==(const Term&) const = default;
};

// What observations tell along one size.
struct Seen {
  double first = 0, last = 0;  // values of the size
  std::uint32_t values = 1;    // how many that tell how it goes on
  // Relative, of a law: all that was observed at one of the values left out, each in turn, mean.
  double error = 0;
  bool operator==(const Seen&) const = default;
};

// Without errors.
std::vector<Seen> seen_in(const std::vector<std::vector<double>>& sizes);

// What a value lies between.
struct Bounds {
  double low = 0, high = 0;
};

struct Law {
  // By stretch of `split`: up to there the first, and so on; in between on the way from one to the
  // other, by the logarithm.
  struct Stretch {
    Term term;
    double coefficient = 0;
    double first = 0, last = 0;  // where it was seen: values of the split term
    double less = 0;             // that it is less: of references at random, so many still hit
    std::uint32_t values = 1;    // of the split term, how many were seen
    bool operator==(const Stretch&) const = default;
  };
  std::vector<Stretch> stretches;  // at least one
  Term split;
  // What all stretches have besides; either may be below 0.
  double constant = 0;
  Term second;
  double second_coefficient = 0;
  std::vector<Seen> seen;  // by size
  // How far what it was learned from lies off it at most, relatively.
  double below = 0, above = 0;
  // Others, as simple or nearly so, that say the same of all that was observed, and something else
  // elsewhere: errors of values left out tell nothing of which of them holds.
  std::vector<Law> rivals;

  double at(const std::vector<double>& sizes) const;  // not below 0
  double error() const;  // along the size that it is worst along; of one value: far off
  // Of a mean at those sizes: by how well sizes left out were forecast and those learned from are
  // met, more so the farther these are from what was seen; between two stretches it may be on
  // either. Few values leave open how it goes on. Rivals may be right.
  Bounds bounds_at(const std::vector<double>& sizes) const;
  bool operator==(const Law&) const = default;
};

// Counts below this one are as good as equal: a law is not to follow what a few misses do.
inline constexpr double smallest_count = 4;

// A law that is further off sizes left out, relatively, describes nothing.
inline constexpr double far_off = 0.25;

// Of a forecast of a mean.
inline double relative_error(double forecast, double mean) {
  return std::abs(forecast - mean) / std::max(mean, smallest_count);
}

// What other numbers of the same steps say of a law.
struct Expectation {
  std::vector<Term> likely;  // terms that there is reason to expect
  std::vector<Term> limits;  // it grows no faster than one of these; none: nothing is known
};

// The law that forecasts each of the observations best from the others, of laws that do so within
// what the means are sure to the simplest; one that is exact is taken in any case. At least one
// observation.
Law fit_law(const std::vector<Observation>& observations, const Expectation& expected = {});

// "n·log2(n)·p^-1"
std::string to_string(const Term& term, const std::vector<std::string>& names);

// "0.187·cols", "13 + 0.5·rows·log2(rows)"; with stretches, all their coefficients in turn.
std::string to_string(const Law& law, const std::vector<std::string>& names);

}  // namespace hpcast::countergen
