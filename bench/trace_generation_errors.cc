#include "trace_generation_errors.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

#include "hpcast/models/countergen/generate.h"
#include "hpcast/models/countergen/learn.h"
#include "hpcast/models/countergen/steps.h"

namespace hpcast::bench {

namespace {

using countergen::ThreadSteps;

std::vector<ThreadSteps> steps_of(const countergen::TrainingRun& run,
                                  const std::vector<std::string>& metrics) {
  countergen::Names names;
  countergen::Stacks stacks;
  return countergen::steps_of(run.trace, metrics, names, stacks);
}

// learn() draws by the seed itself, for the runs that are learned from.
std::mt19937_64 random_of_test(std::uint64_t seed) { return std::mt19937_64(1'000'000 + seed); }

// The events before, that a history is made of; laws want none.
std::size_t events_left_out(const countergen::Model& model) {
  if (!model.laws.empty()) return 0;
  return std::max(model.history->settings().history, 1U) - 1;  // the first event is no step
}

}  // namespace

Errors errors_of(const Steps& steps) {
  Steps large;
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(large),
               [](const forecast::ComparedStep& step) { return step.measured >= smallest_event; });
  return {forecast::compare(steps, 0), forecast::compare(large, smallest_event)};
}

std::vector<Steps> forecast_steps(const countergen::Model& model,
                                  const countergen::TrainingRun& test, std::uint64_t seed) {
  const std::vector<std::string> metrics = model.metric_names();
  std::vector<ThreadSteps> measured = steps_of(test, metrics);
  std::mt19937_64 random = random_of_test(seed);
  if (model.noise > 0) countergen::add_noise(measured, model.noise, random);
  const countergen::Generated generated =
      countergen::generate(model, {countergen::values_of(test.sizes), &test.trace});
  std::vector<Steps> by_metric(metrics.size() + 1);
  for (std::size_t t = 0; t < measured.size(); ++t)
    for (std::size_t i = events_left_out(model); i < measured[t].steps.size(); ++i) {
      const std::vector<countergen::Forecast>& gains = generated.kinds[generated.steps[t][i]].gains;
      for (std::size_t m = 0; m < metrics.size(); ++m)
        by_metric[m].push_back({gains[m], measured[t].gains[i * metrics.size() + m]});
      by_metric.back().push_back(
          {gains.back(), measured[t].steps[i].seconds * countergen::nanoseconds});
    }
  return by_metric;
}

Steps told_beforehand(const countergen::TrainingRun& test, std::uint64_t seed) {
  const std::vector<ThreadSteps> quiet = steps_of(test, {misses});
  std::vector<ThreadSteps> measured = quiet;
  std::mt19937_64 random = random_of_test(seed);
  countergen::add_noise(measured, noise_misses, random);
  Steps steps;
  for (std::size_t t = 0; t < quiet.size(); ++t)
    for (std::size_t i = 0; i < quiet[t].gains.size(); ++i)
      steps.push_back({{quiet[t].gains[i] + noise_misses, 0, 0}, measured[t].gains[i]});
  return steps;
}

Spread spread(const std::vector<Errors>& by_seed, const std::function<double(const Errors&)>& of) {
  std::vector<double> values;
  for (const Errors& errors : by_seed) values.push_back(of(errors));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  Spread found{0, *least, *most};
  for (const double value : values) found.mean += value / static_cast<double>(values.size());
  return found;
}

std::string percent_text(const Spread& spread) {
  const auto digits = [](double value) {
    return fmt::format("{:.{}f}", 100 * value, value >= 1 ? 0 : value >= 0.1 ? 1 : 2);
  };
  std::string text = digits(spread.mean) + " %";
  if (spread.least != spread.most)
    text += fmt::format(" ({} to {})", digits(spread.least), digits(spread.most));
  return text;
}

nlohmann::ordered_json to_json(const Spread& s) {
  return {{"mean", s.mean}, {"least", s.least}, {"most", s.most}};
}

double of_large_event(const Errors& errors) { return errors.large.mean; }
double of_large_total(const Errors& errors) { return std::abs(errors.large.total_error); }
double of_event(const Errors& errors) { return errors.all.mean; }
double of_total(const Errors& errors) { return std::abs(errors.all.total_error); }
double outside(const Errors& errors) { return errors.large.share_outside(); }

}  // namespace hpcast::bench
