#include "hpcast/models/countergen/tangles.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hpcast::countergen {

namespace {

// Which power of the one the other is, by the run where they changed most; nothing where one of
// them alone changes.
std::optional<Tangle> tangle_of(const Model& model, std::size_t one, std::size_t other) {
  const std::vector<double>& first = model.runs.front().sizes;
  double most = 0, power = 0;
  for (const LearnedRun& run : model.runs) {
    const double by = std::log(run.sizes[one] / first[one]);
    const double other_by = std::log(run.sizes[other] / first[other]);
    if ((by == 0) != (other_by == 0)) return std::nullopt;
    if (std::abs(by) <= most) continue;
    most = std::abs(by);
    power = other_by / by;
  }
  return power == 0 ? std::nullopt
                    : std::optional(Tangle{one, other, power, first[one], first[other], most});
}

bool is_rounded(double value, double from) {
  return value == std::floor(value) && std::abs(value - from) <= 0.5;
}

// How many times the sizes are off, at least 1.
double times_off(const Tangle& tangle, const std::vector<double>& sizes) {
  const double other_off = std::log(sizes[tangle.other] / tangle.by_one(sizes)[tangle.other]);
  return std::exp(std::max(std::abs(other_off), std::abs(other_off / tangle.power)));
}

}  // namespace

// Weak scaling rounds: n = 1000, 1264, 1584, 2000 for p = 1, 2, 4, 8, in steps of 8.
bool Tangle::holds_at(const std::vector<double>& sizes) const {
  constexpr double part = 0.05;
  const double should = by_other(sizes)[one];
  return std::abs(std::log(sizes[one] / should)) <= part * change ||
         is_rounded(sizes[one], should) || is_rounded(sizes[other], by_one(sizes)[other]);
}

std::vector<double> Tangle::by_one(std::vector<double> sizes) const {
  sizes[other] = other_value * std::pow(sizes[one] / one_value, power);
  return sizes;
}

std::vector<double> Tangle::by_other(std::vector<double> sizes) const {
  sizes[one] = one_value * std::pow(sizes[other] / other_value, 1 / power);
  return sizes;
}

std::vector<Tangle> tangles_in(const Model& model) {
  std::vector<Tangle> tangles;
  for (std::size_t i = 0; i < model.size_names.size(); ++i)
    for (std::size_t j = i + 1; j < model.size_names.size(); ++j) {
      const std::optional<Tangle> tangle = tangle_of(model, i, j);
      if (tangle && std::all_of(model.runs.begin(), model.runs.end(),
                                [&](const LearnedRun& run) { return tangle->holds_at(run.sizes); }))
        tangles.push_back(*tangle);
    }
  return tangles;
}

Forecast at_tangled(const GrowthLaw& law, const std::vector<double>& sizes,
                    const std::vector<Tangle>& tangles) {
  Forecast forecast = law.at(sizes);
  double open = 1;
  for (const Tangle& tangle : tangles) {
    if (tangle.holds_at(sizes)) continue;
    for (const Forecast& other : {law.at(tangle.by_one(sizes)), law.at(tangle.by_other(sizes))}) {
      forecast.low = std::min(forecast.low, other.low);
      forecast.high = std::max(forecast.high, other.high);
    }
    open *= std::pow(times_off(tangle, sizes), 2);
  }
  forecast.low /= open;
  forecast.high *= open;
  return forecast;
}

}  // namespace hpcast::countergen
