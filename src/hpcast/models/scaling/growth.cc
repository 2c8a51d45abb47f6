#include "hpcast/models/scaling/growth.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace hpcast::scaling {

namespace {

double term(const Exponents& exponents, const Shape& shape) {
  double value = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) value *= std::pow(shape[i], exponents[i]);
  return value;
}

// Factors that make the largest relative error least lie between the extremes.
Growth fitted(const Exponents& exponents, std::span<const Sample> samples) {
  double least = INFINITY, most = 0;
  for (const Sample& sample : samples) {
    const double ratio = sample.value / term(exponents, sample.shape);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  if (most == 0) return {};
  return {(least + most) / 2, exponents, (most - least) / (most + least)};
}

bool all_has_grown(std::span<const Sample> samples, const Shape& target) {
  for (std::size_t i = 0; i < target.size(); ++i) {
    const std::uint32_t extent = samples.front().shape[i];
    const bool has_grown = std::any_of(samples.begin(), samples.end(), [&](const Sample& sample) {
      return sample.shape[i] != extent;
    });
    if (!has_grown && target[i] != extent) return false;
  }
  return true;
}

int distance_from_constant(const Growth& growth) {
  int distance = 0;
  for (const int exponent : growth.exponents) distance += std::abs(exponent);
  return distance;
}

}  // namespace

double Growth::at(const Shape& shape) const { return factor * term(exponents, shape); }

Growth fit_growth(std::span<const Sample> samples, const Shape& target) {
  constexpr double as_good = 0.01;
  constexpr int steepest = 2;
  const std::size_t dimensions = samples.front().shape.size();
  std::vector<Growth> laws;
  Exponents exponents{};
  int count = 1;
  for (std::size_t i = 0; i < dimensions; ++i) count *= 2 * steepest + 1;
  for (int code = 0; code < count; ++code) {
    int rest = code;
    for (std::size_t i = 0; i < dimensions; ++i, rest /= 2 * steepest + 1)
      exponents[i] = rest % (2 * steepest + 1) - steepest;
    laws.push_back(fitted(exponents, samples));
  }
  double best = INFINITY;
  for (const Growth& law : laws) best = std::min(best, law.error);
  std::erase_if(laws, [&](const Growth& law) { return law.error > best + as_good; });
  Growth law = *std::min_element(laws.begin(), laws.end(), [](const Growth& a, const Growth& b) {
    const int near = distance_from_constant(a), far = distance_from_constant(b);
    return near != far ? near < far : a.error < b.error;
  });
  // What has stayed as it is while all that grows has grown does not grow.
  if (distance_from_constant(law) == 0 && all_has_grown(samples, target)) return law;
  const double value = law.at(target);
  for (const Growth& other : laws)
    if (value > 0) law.doubt = std::max(law.doubt, std::abs(other.at(target) / value - 1));
  return law;
}

}  // namespace hpcast::scaling
