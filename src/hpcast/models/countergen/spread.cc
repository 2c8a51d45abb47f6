#include "hpcast/models/countergen/spread.h"

#include <algorithm>
#include <cmath>

#include "hpcast/models/countergen/least_squares.h"

namespace hpcast::countergen {

namespace {

// Of noise all have some; what else values differ by, some do.
double lower_quartile(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

Noise noise_of(const std::vector<Moments>& all) {
  constexpr double enough = 5, large = 100;
  std::vector<double> variances, parts;
  for (const Moments& moments : all)
    if (moments.count() >= enough) variances.push_back(moments.variance());
  const double absolute = lower_quartile(variances);
  for (const Moments& moments : all) {
    if (moments.count() < enough || moments.mean() < large) continue;
    const double more = std::max(0.0, moments.variance() - absolute);
    parts.push_back(more / (moments.mean() * moments.mean()));
  }
  return {std::sqrt(absolute), std::sqrt(lower_quartile(parts))};
}

void Quantiles::add(double value) {
  if (seen_++ % every_ != 0) return;
  values_.push_back(value);
  if (values_.size() < most) return;
  for (std::size_t i = 0; i < most / 2; ++i) values_[i] = values_[2 * i];
  values_.resize(most / 2);
  every_ *= 2;
}

Bounds Quantiles::bounds() const {
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  const double last = static_cast<double>(sorted.size() - 1);
  return {sorted[static_cast<std::size_t>(std::floor(0.05 * last))],
          sorted[static_cast<std::size_t>(std::ceil(0.95 * last))]};
}

Spread spread_of(const std::vector<Deviation>& deviations) {
  constexpr double part = 0.05;  // of a mean: deviations are no more sure than that
  std::vector<Equation> equations;
  for (const Deviation& d : deviations) {
    const double scale = 1 / std::max({d.deviation, part * d.mean, 1.0});
    equations.push_back({{scale, scale * d.mean}, scale * d.deviation});
  }
  const Coefficients found = LeastSquares().nonnegative(equations, 2);
  return {found[0], found[1]};
}

}  // namespace hpcast::countergen
