#include "hpcast/models/countergen/law.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "hpcast/base/text.h"

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

// How many times, by its logarithm to the base of 2, a value is outside of what was seen.
double doublings_outside(double value, double first, double last) {
  if (value > last && last > 0) return std::log2(value / last);
  if (value < first && value > 0) return std::log2(first / value);
  return 0;
}

// By which power a law may go on otherwise outside of so few values: of one nothing is known, and
// many a law meets two. None where it is exact, which no other law is by chance.
double open_power(std::uint32_t values, double error) {
  constexpr double nearly_exact = 1e-3;
  return values == 1 ? 1 : std::exp2(1.0 - values) * std::min(1.0, error / nearly_exact);
}

// How far a law may be off at some sizes.
struct Doubt {
  double relative = 0;  // of what it says within what was seen
  double factor = 1;    // of all
};

// What is small where it was seen may grow by one power more than the law does.
Doubt doubt_at(const Law& law, const std::vector<double>& sizes) {
  Doubt doubt;
  double open = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Seen& seen = law.seen[i];
    const double outside = doublings_outside(sizes[i], seen.first, seen.last);
    doubt.relative = std::max(doubt.relative, seen.error * std::exp2(outside));
    open += open_power(seen.values, seen.error) * outside;
  }
  const double split = law.split.at(sizes);
  const Law::Stretch &first = law.stretches.front(), &last = law.stretches.back();
  const double open_stretch =
      open_power(split < first.first ? first.values : last.values, law.error());
  open = std::max(open, open_stretch * doublings_outside(split, first.first, last.last));
  doubt.factor = std::exp2(open);
  return doubt;
}

// The nearest sizes that were seen, each by itself.
std::vector<double> nearest_seen(const Law& law, std::vector<double> sizes) {
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sizes[i] = std::clamp(sizes[i], law.seen[i].first, law.seen[i].last);
  return sizes;
}

Bounds bounds_alone(const Law& law, const std::vector<double>& sizes) {
  const double value = law.at(sizes);
  const double scale = std::max({value, law.at(nearest_seen(law, sizes)), smallest_count});
  const Doubt doubt = doubt_at(law, sizes);
  const Between here = between(law, law.split.at(sizes), sizes);
  const double other = here.way > 0 ? here.behind : here.before, now = here.value();
  const double low = value - scale * std::max(doubt.relative, law.below);
  const double high = value + scale * std::max(doubt.relative, law.above);
  return {std::max(0.0, low + std::min(here.before, other) - now) / doubt.factor,
          (high + std::max(here.before, other) - now) * doubt.factor};
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
    add_item(text,
             fmt::format("{:.3g}", stretch.coefficient) +
                 (alike ? "" : term_text(stretch.term, names)) +
                 (stretch.less > 0 ? fmt::format(" - {:.3g}", stretch.less) : ""),
             " … ");
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

double Law::error() const {
  double most = 0;
  for (const Seen& along : seen) most = std::max(most, along.error);
  return most;
}

Bounds Law::bounds_at(const std::vector<double>& sizes) const {
  Bounds bounds = bounds_alone(*this, sizes);
  for (const Law& rival : rivals) {
    const Bounds of_rival = bounds_alone(rival, sizes);
    bounds = {std::min(bounds.low, of_rival.low), std::max(bounds.high, of_rival.high)};
  }
  return bounds;
}

std::vector<Seen> seen_in(const std::vector<std::vector<double>>& sizes) {
  std::vector<Seen> seen;
  for (std::size_t i = 0; i < sizes.front().size(); ++i) {
    std::set<double> values;
    for (const std::vector<double>& of : sizes) values.insert(of[i]);
    seen.push_back({*values.begin(), *values.rbegin(), static_cast<std::uint32_t>(values.size())});
  }
  return seen;
}

std::string to_string(const Term& term, const std::vector<std::string>& names) {
  constexpr std::string_view dot = "·";
  const std::string text = term_text(term, names);
  return text.empty() ? "1" : text.substr(dot.size());
}

std::string to_string(const Law& law, const std::vector<std::string>& names) {
  std::string text = stretches_text(law, names);
  if (law.second_coefficient != 0)
    text += fmt::format(" {} {:.3g}{}", law.second_coefficient < 0 ? "-" : "+",
                        std::abs(law.second_coefficient), term_text(law.second, names));
  if (law.constant == 0) return text;
  return text.starts_with('-') ? fmt::format("{:.3g} - {}", law.constant, text.substr(1))
                               : fmt::format("{:.3g} + {}", law.constant, text);
}

}  // namespace hpcast::countergen
