#include "hpcast/base/regression/samples.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"

namespace hpcast::regression {

namespace {

constexpr double largest = 1e30;

void check_lengths(const Samples& samples) {
  const Matrix& x = samples.x;
  if (x.columns == 0) throw InputError("there is no feature to learn from");
  if (samples.y.empty()) throw InputError("there is no row to learn from");
  if (x.values.size() != samples.y.size() * x.columns)
    throw InputError(fmt::format("{} of {} make {} values, but there are {}",
                                 counted(samples.y.size(), "row"), counted(x.columns, "feature"),
                                 samples.y.size() * x.columns, x.values.size()));
  if (!samples.weights.empty() && samples.weights.size() != samples.y.size())
    throw InputError(fmt::format("{} have {}", counted(samples.y.size(), "row"),
                                 counted(samples.weights.size(), "weight")));
  if (samples.y.size() >= UINT32_MAX)
    throw InputError("more rows than the 4294967294 that can be learnt from");
}

bool usable(double value) { return std::abs(value) <= largest; }  // false for NaN

void check_values(const Samples& samples) {
  const auto x = std::find_if_not(samples.x.values.begin(), samples.x.values.end(), usable);
  if (x != samples.x.values.end()) {
    const auto at = static_cast<std::size_t>(x - samples.x.values.begin());
    throw InputError(fmt::format("feature {} of row {} is {}, expected a number within ±1e30",
                                 at % samples.x.columns, at / samples.x.columns, *x));
  }
  const auto y = std::find_if_not(samples.y.begin(), samples.y.end(), usable);
  if (y != samples.y.end())
    throw InputError(fmt::format("the target of row {} is {}, expected a number within ±1e30",
                                 y - samples.y.begin(), *y));
}

void check_weights(std::span<const double> weights) {
  const auto weight = std::find_if_not(weights.begin(), weights.end(), [](double value) {
    return value >= 1 / largest && value <= largest;
  });
  if (weight != weights.end())
    throw InputError(fmt::format("the weight of row {} is {}, expected a number from 1e-30 to 1e30",
                                 weight - weights.begin(), *weight),
                     "leave out rows that do not count");
}

}  // namespace

void check(const Samples& samples) {
  check_lengths(samples);
  check_values(samples);
  check_weights(samples.weights);
}

}  // namespace hpcast::regression
