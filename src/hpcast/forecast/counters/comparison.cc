#include "hpcast/forecast/counters/comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/median.h"

namespace hpcast::forecast {

namespace {

using Comparison = answers::CounterForecast::Comparison;

// To two digits: dots that lie on each other are one.
double to_two_digits(double value) {
  if (value <= 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

class Dots {
 public:
  void add(double measured, double forecast) {
    ++events_[{to_two_digits(measured), to_two_digits(forecast)}];
  }
  std::vector<Comparison::Dot> take() const {
    std::vector<Comparison::Dot> dots;
    for (const auto& [at, events] : events_) dots.push_back({at.first, at.second, events});
    return dots;
  }

 private:
  std::map<std::pair<double, double>, std::uint64_t> events_;
};

std::size_t bin_of(double error) {
  const double bin = error / Comparison::bin_width;
  return bin < static_cast<double>(Comparison::bins) ? static_cast<std::size_t>(bin)
                                                     : Comparison::bins - 1;
}

void take_errors(const std::vector<double>& errors, Comparison& comparison) {
  comparison.histogram.assign(Comparison::bins, 0);
  for (const double error : errors) {
    comparison.mean += error / static_cast<double>(errors.size());
    comparison.largest = std::max(comparison.largest, error);
    ++comparison.histogram[bin_of(error)];
  }
  comparison.median = median(errors);
}

}  // namespace

Comparison compare(const std::vector<ComparedStep>& steps, double least_event) {
  Comparison comparison;
  comparison.least_event = least_event;
  std::vector<double> errors;
  double forecast = 0, measured = 0;
  Dots dots;
  for (const ComparedStep& step : steps) {
    if (std::isnan(step.measured)) continue;
    forecast += step.forecast.value;
    measured += step.measured;
    if (step.measured < least_event || step.measured <= 0) {
      ++comparison.left_out;
      continue;
    }
    errors.push_back(std::abs(step.forecast.value / step.measured - 1));
    // What was measured is whole.
    if (step.measured < std::floor(step.forecast.low) ||
        step.measured > std::ceil(step.forecast.high))
      ++comparison.outside;
    dots.add(step.measured, step.forecast.value);
  }
  comparison.events = errors.size();
  take_errors(errors, comparison);
  comparison.total_error = measured > 0 ? forecast / measured - 1 : 0;
  comparison.dots = dots.take();
  return comparison;
}

std::vector<ComparedStep> compared_steps(const countergen::Generated& generated,
                                         const std::vector<countergen::ThreadSteps>& measured,
                                         std::size_t metric) {
  if (measured.size() != generated.steps.size())
    throw InputError(fmt::format("{} threads were measured, {} are forecast", measured.size(),
                                 generated.steps.size()),
                     "forecast with its order of events: --shape TRACE");
  const std::size_t metrics = generated.trace.metrics.size();
  std::vector<ComparedStep> steps;
  for (std::size_t t = 0; t < measured.size(); ++t) {
    const std::size_t count = generated.steps[t].size();
    if (measured[t].steps.size() != count)
      throw InputError(
          fmt::format("{}: {} metrics events were measured, {} are forecast",
                      generated.trace.threads[t].name, measured[t].steps.size() + 1, count + 1),
          "forecast with its order of events: --shape TRACE");
    for (std::size_t i = 0; i < count; ++i)
      steps.push_back({generated.kinds[generated.steps[t][i]].gains[metric],
                       metric < metrics ? measured[t].gains[i * metrics + metric]
                                        : measured[t].steps[i].seconds * countergen::nanoseconds});
  }
  return steps;
}

}  // namespace hpcast::forecast
