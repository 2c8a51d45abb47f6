#include "hpcast/forecast/counters/regions.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace hpcast::forecast {

namespace {

using answers::CounterForecast;
using countergen::Forecast;
using countergen::ThreadSteps;
using countertrace::Event;

void add(const Forecast& gain, CounterForecast::Total& total) {
  total.value += gain.value;
  total.low += gain.low;
  total.high += gain.high;
}

}  // namespace

// function(step, the region that it is of)
template <class Function>
void CounterRegions::each_step(std::size_t thread, Function&& function) {
  std::vector<std::size_t> open = {outside_};
  std::size_t moves = 0;
  for (const Event& event : generated_.trace.threads[thread].events) {
    if (event.kind == Event::Kind::metrics) {
      if (moves > 0) function(moves - 1, regions_[open.back()]);
      continue;
    }
    ++moves;
    if (event.kind == Event::Kind::enter)
      open.push_back(event.region);
    else if (open.size() > 1)
      open.pop_back();
  }
}

CounterRegions::CounterRegions(const countergen::Generated& generated)
    : generated_(generated), outside_(generated.trace.regions.size()), regions_(outside_ + 1) {
  for (CounterForecast::Region& region : regions_)
    region.gains.resize(generated.trace.metrics.size());
  for (std::size_t i = 0; i < outside_; ++i) regions_[i].name = generated.trace.regions[i];
  regions_[outside_].name = "outside of all regions";
  for (std::size_t t = 0; t < generated.steps.size(); ++t) add_thread(t);
}

void CounterRegions::add_thread(std::size_t thread) {
  const std::vector<std::uint32_t>& steps = generated_.steps[thread];
  each_step(thread, [&](std::size_t step, CounterForecast::Region& region) {
    const std::vector<Forecast>& gains = generated_.kinds[steps[step]].gains;
    for (std::size_t m = 0; m < region.gains.size(); ++m) add(gains[m], region.gains[m]);
    region.time_s += gains.back().value / 1e9;
  });
  for (const Event& event : generated_.trace.threads[thread].events)
    if (event.kind == Event::Kind::enter) ++regions_[event.region].entered;
}

void CounterRegions::add_measured(const std::vector<ThreadSteps>& measured) {
  for (std::size_t t = 0; t < measured.size(); ++t)
    each_step(t, [&](std::size_t step, CounterForecast::Region& region) {
      for (std::size_t m = 0; m < region.gains.size(); ++m) {
        std::optional<double>& sum = region.gains[m].measured;
        const double gain = measured[t].gains[step * region.gains.size() + m];
        if (!std::isnan(gain)) sum = sum.value_or(0) + gain;
      }
    });
}

std::vector<CounterForecast::Region> CounterRegions::take() {
  std::erase_if(regions_, [](const CounterForecast::Region& region) {
    return region.entered == 0 && region.time_s == 0;
  });
  std::stable_sort(regions_.begin(), regions_.end(),
                   [](const auto& one, const auto& other) { return one.time_s > other.time_s; });
  return std::move(regions_);
}

}  // namespace hpcast::forecast
