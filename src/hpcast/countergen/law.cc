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

// What stretches say of some sizes: that before them, that behind them, and the part of the way.
struct Between {
  double before = 0, behind = 0, way = 0;

  double value() const { return before + way * (behind - before); }
};

Between between(const Law& law, double split, const std::vector<double>& sizes) {
  const auto of = [&](const Law::Stretch& s) { return s.coefficient * s.term.at(sizes) - s.less; };
  std::size_t i = 0;
  while (i + 1 < law.stretches.size() && split >= law.stretches[i + 1].first) ++i;
  const Law::Stretch& here = law.stretches[i];
  if (i + 1 == law.stretches.size() || split <= here.last) return {of(here), 0, 0};
  const Law::Stretch& next = law.stretches[i + 1];
  if (next.less > 0) return {of(here), of(next), of(next) > of(here) ? 1.0 : 0.0};
  return {of(here), of(next), std::log(split / here.last) / std::log(next.first / here.last)};
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

// "0.1·n", "(0.1 … 0.3)·n", "(0.1·n … 0.3·n^2)", "(0.1·n … 0.3·n - 40)"
std::string stretches_text(const Law& law, const std::vector<std::string>& names) {
  const bool alike = std::all_of(
      law.stretches.begin(), law.stretches.end(),
      [&](const Law::Stretch& s) { return s.term == law.stretches.front().term && s.less == 0; });
  std::string text;
  for (const Law::Stretch& stretch : law.stretches)
    text += (text.empty() ? "" : " … ") + fmt::format("{:.3g}", stretch.coefficient) +
            (alike ? "" : term_text(stretch.term, names)) +
            (stretch.less > 0 ? fmt::format(" - {:.3g}", stretch.less) : "");
  if (law.stretches.size() > 1) text = "(" + text + ")";
  return alike ? text + term_text(law.stretches.front().term, names) : text;
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
  double value = constant;
  value += between(*this, stretches.size() > 1 ? split.at(sizes) : 0, sizes).value();
  if (second_coefficient != 0) value += second_coefficient * second.at(sizes);
  return std::max(0.0, value);
}

Bounds Law::bounds_at(const std::vector<double>& sizes) const {
  const double value = at(sizes), split_value = split.at(sizes);
  const double either =
      std::max(value, smallest_count) * error * (1 + doublings_beyond(*this, split_value));
  const Between here = between(*this, split_value, sizes);
  const double other = here.way > 0 ? here.behind : here.before, now = here.value();
  return {std::max(0.0, value - either + std::min(here.before, other) - now),
          value + either + std::max(here.before, other) - now};
}

std::string to_string(const Law& law, const std::vector<std::string>& names) {
  std::string text = stretches_text(law, names);
  if (law.second_coefficient != 0)
    text += fmt::format(" {} {:.3g}{}", law.second_coefficient < 0 ? "-" : "+",
                        std::abs(law.second_coefficient), term_text(law.second, names));
  return law.constant == 0 ? text : fmt::format("{:.3g} + {}", law.constant, text);
}

}  // namespace hpcast::countergen
