#include "hpcast/forecast/counters/forecast.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <random>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/counters/comparison.h"
#include "hpcast/forecast/counters/regions.h"
#include "hpcast/forecast/file_input.h"
#include "hpcast/inputs/countertrace/read.h"
#include "hpcast/models/countergen/counter_roles.h"
#include "hpcast/models/countergen/doubts.h"
#include "hpcast/models/countergen/learn.h"
#include "hpcast/models/countergen/model_file.h"
#include "hpcast/models/countergen/outgrown.h"

namespace hpcast::forecast {

namespace {

using answers::CounterForecast;
using countergen::Generated;
using countergen::Model;
using countergen::Sizes;
using countergen::ThreadSteps;

constexpr std::uint64_t seed_of_measured =
    0x6d656173;  // another than training runs are likely to have

// In the model's order.
Sizes sizes_for(const Model& model, const Sizes& given) {
  Sizes sizes;
  for (const std::string& name : model.size_names) {
    const auto found = std::find_if(given.begin(), given.end(),
                                    [&](const auto& size) { return size.first == name; });
    if (found == given.end() || given.size() != model.size_names.size())
      throw InputError("--size " + countergen::to_string(given) + ": the model has other sizes",
                       fmt::format("it wants {}", fmt::join(model.size_names, ", ")));
    sizes.push_back(*found);
  }
  return sizes;
}

void take_totals(CounterForecast& r, const Generated& generated) {
  for (const countertrace::Metric& metric : generated.trace.metrics)
    r.metrics.push_back({metric.name, metric.unit, {}});
  for (const CounterForecast::Region& region : r.regions)
    for (std::size_t m = 0; m < region.gains.size(); ++m) {
      CounterForecast::Total& total = r.metrics[m].total;
      total.value += region.gains[m].value;
      total.low += region.gains[m].low;
      total.high += region.gains[m].high;
      if (region.gains[m].measured)
        total.measured = total.measured.value_or(0) + *region.gains[m].measured;
    }
}

// Of metrics in the model's order.
void take_lower_bounds(CounterForecast& r, const countergen::BeyondCaches& beyond) {
  for (std::size_t m = 0; m < r.metrics.size(); ++m)
    r.metrics[m].is_lower_bound = beyond.is_lower_bound(m);
  r.beyond_caches = beyond.lines;
}

void take_span(CounterForecast& r, const Generated& generated) {
  std::uint64_t first = UINT64_MAX, last = 0;
  for (const countertrace::Thread& thread : generated.trace.threads) {
    if (thread.events.empty()) continue;
    first = std::min(first, thread.events.front().tick);
    last = std::max(last, thread.events.back().tick);
    r.events += thread.events.size() / 2;
  }
  r.threads = generated.trace.threads.size();
  r.time_s = last > first ? static_cast<double>(last - first) /
                                static_cast<double>(generated.trace.ticks_a_second)
                          : 0;
}

// Steps of a measured trace, by the names that the forecast has; where both are of simulated
// counters, with noise as the forecast has it.
std::vector<ThreadSteps> measured_steps(const countertrace::Trace& trace, const Model& model) {
  countergen::Names names = model.regions;
  countergen::Stacks stacks = model.stacks;
  std::vector<ThreadSteps> steps = countergen::steps_of(trace, model.metric_names(), names, stacks);
  std::mt19937_64 random(seed_of_measured);
  if (trace.is_simulated && model.is_simulated && model.noise > 0)
    countergen::add_noise(steps, model.noise, random);
  return steps;
}

void append(const std::vector<std::string>& lines, std::vector<std::string>& to) {
  to.insert(to.end(), lines.begin(), lines.end());
}

template <class Value>
void arrange(std::vector<Value>& values, const std::vector<std::size_t>& order) {
  std::vector<Value> arranged;
  for (const std::size_t i : order) arranged.push_back(std::move(values[i]));
  values = std::move(arranged);
}

// Misses are what a reader looks for first: they come before what was referred to.
void lead_with_misses(CounterForecast& r) {
  std::vector<std::string> names;
  for (const CounterForecast::Metric& metric : r.metrics) names.push_back(metric.name);
  std::vector<std::size_t> order = countergen::roles_of(names).misses;
  for (std::size_t m = 0; m < names.size(); ++m)
    if (std::find(order.begin(), order.end(), m) == order.end()) order.push_back(m);
  arrange(r.metrics, order);
  for (CounterForecast::Region& region : r.regions) arrange(region.gains, order);
  if (r.comparisons.empty()) return;
  order.push_back(names.size());  // the time stays behind
  arrange(r.comparisons, order);
}

void tell_assumptions(CounterForecast& r, const Model& model) {
  if (model.laws.empty()) {
    r.assumptions.emplace_back(
        "a regressor says at other sizes what it learned at the nearest: trees and support vectors "
        "extrapolate nothing");
  } else {
    r.assumptions.emplace_back("counts go on growing as they did from size to size");
    append(countergen::outgrown_caches(model), r.assumptions);
    r.not_modelled.emplace_back("caches that data outgrow only beyond the sizes learned from");
  }
  r.not_modelled.emplace_back("counts that depend on what the data are, not on how much");
  if (model.is_simulated)
    r.assumptions.emplace_back(
        "the counters that it was learned from were simulated: they are less noisy than "
        "hardware's, so errors and intervals are smaller than there");
  if (model.is_simulated)
    r.assumptions.emplace_back(
        "times are those of the cores' windows, as the archives that it was learned from have "
        "them; the forecast of hpcast memory is another one, and may be far from it");
  if (model.noise > 0)
    r.assumptions.push_back(fmt::format(
        "learned with noise of Poisson's distribution: {:g} more for each event, on average",
        model.noise));
}

// Of the order of events that is forecast, too.
void tell_guess(CounterForecast& r, const Model& model, const std::vector<double>& sizes) {
  r.guess = countergen::why_a_guess(model, sizes);
  const std::string order = r.shape.empty() ? countergen::open_order(model, sizes) : "";
  if (order.empty()) return;
  r.warnings.push_back(order);
  if (r.guess.empty()) r.guess = order;
}

void warn_if_partial(const std::string& path, const countertrace::Trace& trace,
                     CounterForecast& r) {
  if (!trace.partial.empty())
    r.warnings.push_back(path + " is not of a whole run: " + on_one_line(trace.partial));
}

// Each metric, and the time.
void compare_all(const std::vector<ThreadSteps>& measured, const Generated& generated,
                 double least_event, CounterForecast& r) {
  std::vector<std::string> names;
  for (const countertrace::Metric& metric : generated.trace.metrics) names.push_back(metric.name);
  names.emplace_back("time [ns]");
  for (std::size_t m = 0; m < names.size(); ++m) {
    r.comparisons.push_back(compare(compared_steps(generated, measured, m), least_event));
    r.comparisons.back().metric = names[m];
  }
}

}  // namespace

ForecastTrace forecast_counters(const CounterRequest& request) {
  const Model model = countergen::read_model(request.model);
  const Sizes sizes = sizes_for(model, request.sizes);
  std::optional<countertrace::Trace> shape, against;
  if (!request.shape.empty()) shape = countertrace::read_trace(request.shape);
  if (!request.against.empty()) against = countertrace::read_trace(request.against);
  ForecastTrace made;
  made.generated = countergen::generate(
      model, {countergen::values_of(sizes), shape ? &*shape : nullptr, request.most_events});
  CounterForecast& r = made.result;
  r.tool.version = version();
  r.inputs.push_back(file_input(request.model, "model"));
  r.model = request.model;
  r.method = method_of(model);
  r.sizes = sizes;
  for (const countergen::LearnedRun& run : model.runs) r.learned_sizes.push_back(run.sizes);
  r.shape = request.shape;
  r.against = request.against;
  CounterRegions regions(made.generated);
  if (shape) r.inputs.push_back(file_input(request.shape, "shape"));
  if (against) {
    r.inputs.push_back(file_input(request.against, "measured"));
    const std::vector<ThreadSteps> measured = measured_steps(*against, model);
    compare_all(measured, made.generated, request.least_event, r);
    regions.add_measured(measured);
  }
  r.regions = regions.take();
  take_totals(r, made.generated);
  take_lower_bounds(r, made.generated.beyond);
  take_span(r, made.generated);
  lead_with_misses(r);
  r.warnings = made.generated.notes;
  tell_guess(r, model, countergen::values_of(sizes));
  if (shape) warn_if_partial(request.shape, *shape, r);
  if (against) warn_if_partial(request.against, *against, r);
  append(countergen::guesses_at(model, countergen::values_of(sizes)), r.warnings);
  append(countergen::open_laws(model, countergen::values_of(sizes)), r.warnings);
  append(countergen::misfits(model), r.warnings);
  append(countergen::lawless_shares(model), r.warnings);
  tell_assumptions(r, model);
  if (against && against->is_simulated)
    r.assumptions.push_back(
        std::string("what it is compared with was simulated, too") +
        (model.is_simulated && model.noise > 0 ? ", and got noise of the same distribution" : ""));
  r.verdict = answers::verdict_line(r);
  return made;
}

std::string method_of(const Model& model) {
  if (!model.laws.empty())
    return model.history ? "growth laws, trees where there is none" : "growth laws";
  return fmt::format("{}, history {}", model.history->settings().regressor,
                     model.history->settings().history);
}

}  // namespace hpcast::forecast
