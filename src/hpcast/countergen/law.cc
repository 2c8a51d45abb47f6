#include "hpcast/countergen/law.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace hpcast::countergen {

namespace {

// Nearly all exponents are whole, and std::pow takes its time.
double power(double base, double exponent) {
  const double whole = std::abs(exponent);
  if (whole > 4 || whole != std::floor(whole)) return std::pow(base, exponent);
  double product = 1;
  for (int i = 0; i < static_cast<int>(whole); ++i) product *= base;
  return exponent < 0 ? 1 / product : product;
}

// Which stretch a value of the split term belongs to, or, with the part of the way to the next one,
// the one before it.
struct Where {
  std::size_t stretch = 0;
  double way = 0;
};

Where where_is(const Law& law, double split) {
  Where where;
  while (where.stretch + 1 < law.stretches.size() &&
         split >= law.stretches[where.stretch + 1].first)
    ++where.stretch;
  if (where.stretch + 1 == law.stretches.size()) return where;
  const double last = law.stretches[where.stretch].last;
  if (split > last)
    where.way = std::log(split / last) / std::log(law.stretches[where.stretch + 1].first / last);
  return where;
}

// How many times, by its logarithm to the base of 2, the split term is beyond what was seen.
double doublings_beyond(const Law& law, double split) {
  const double first = law.stretches.front().first, last = law.stretches.back().last;
  if (split > last && last > 0) return std::log2(split / last);
  if (split < first && split > 0) return std::log2(first / split);
  return 0;
}

std::string term_text(const Term& term, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (term.exponents[i] != 0)
      text +=
          "·" + names[i] + (term.exponents[i] == 1 ? "" : fmt::format("^{:g}", term.exponents[i]));
    if (term.logarithm[i] != 0) text += "·log2(" + names[i] + ")";
  }
  return text;
}

}  // namespace

double Term::at(const std::vector<double>& sizes) const {
  double product = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (exponents[i] != 0) product *= power(sizes[i], exponents[i]);
    if (logarithm[i] != 0) product *= std::log2(std::max(sizes[i], 1.0));
  }
  return product;
}

double Law::at(const std::vector<double>& sizes) const {
  const Where where = where_is(*this, split.at(sizes));
  double coefficient = stretches[where.stretch].coefficient;
  if (where.way > 0)
    coefficient += where.way * (stretches[where.stretch + 1].coefficient - coefficient);
  double value = constant + coefficient * term.at(sizes);
  if (second_coefficient != 0) value += second_coefficient * second.at(sizes);
  return std::max(0.0, value);
}

Bounds Law::bounds_at(const std::vector<double>& sizes) const {
  const double value = at(sizes), split_value = split.at(sizes);
  const Where where = where_is(*this, split_value);
  const double either =
      std::max(value, smallest_count) * error * (1 + doublings_beyond(*this, split_value));
  Bounds bounds{value - either, value + either};
  if (where.way > 0) {
    const double product = term.at(sizes), here = stretches[where.stretch].coefficient,
                 next = stretches[where.stretch + 1].coefficient;
    const double least = std::min(here, next), most = std::max(here, next);
    const double now = here + where.way * (next - here);
    bounds.low -= (now - least) * product;
    bounds.high += (most - now) * product;
  }
  bounds.low = std::max(0.0, bounds.low);
  return bounds;
}

std::string to_string(const Law& law, const std::vector<std::string>& names) {
  std::string coefficients;
  for (const Law::Stretch& stretch : law.stretches)
    coefficients +=
        (coefficients.empty() ? "" : " … ") + fmt::format("{:.3g}", stretch.coefficient);
  if (law.stretches.size() > 1) coefficients = "(" + coefficients + ")";
  std::string text = coefficients + term_text(law.term, names);
  if (law.second_coefficient != 0)
    text += fmt::format(" {} {:.3g}{}", law.second_coefficient < 0 ? "-" : "+",
                        std::abs(law.second_coefficient), term_text(law.second, names));
  return law.constant == 0 ? text : fmt::format("{:.3g} + {}", law.constant, text);
}

}  // namespace hpcast::countergen
