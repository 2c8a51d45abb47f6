#include "hpcast/countergen/contexts.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace hpcast::countergen {

namespace {

constexpr double nanoseconds = 1e9;  // a second: laws take what is below 1 for as good as 1

struct Mean {
  double sum = 0, count = 0;
  void add(double value) {
    if (std::isnan(value)) return;
    sum += value;
    count += 1;
  }
};

// By run, then by metric with the time behind them.
using PlaceMeans = std::vector<std::vector<Mean>>;

// function(place, step's gains and its time, all as one list)
template <class Function>
void each_step(const StepsOfRun& run, std::size_t metrics, Function&& function) {
  std::vector<double> gains(metrics + 1);
  for (std::uint32_t thread = 0; thread < run.threads->size(); ++thread) {
    const ThreadSteps& steps = (*run.threads)[thread];
    PlaceFinder places(thread);
    for (std::size_t i = 0; i < steps.steps.size(); ++i) {
      const Step& step = steps.steps[i];
      for (std::size_t m = 0; m < metrics; ++m) gains[m] = steps.gains[i * metrics + m];
      gains[metrics] = step.seconds * nanoseconds;
      function(places.next(step.stack, step.before, step.after), gains);
    }
  }
}

GrowthLaw law_of(const std::vector<StepsOfRun>& runs, const PlaceMeans& means, std::size_t metric) {
  std::vector<Observation> observations;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const Mean& mean = means[r][metric];
    if (mean.count > 0) observations.push_back({runs[r].sizes, mean.sum / mean.count, mean.count});
  }
  if (observations.empty()) observations.push_back({runs.front().sizes, 0, 0});
  return {fit_law(observations), 1, 1};
}

// Where nine of ten values lie, about; of many, some of them.
struct Spread {
  static constexpr std::size_t most = 4096;
  std::vector<double> parts;
  std::size_t seen = 0, every = 1;

  void add(double part) {
    if (seen++ % every != 0) return;
    parts.push_back(part);
    if (parts.size() < most) return;
    for (std::size_t i = 0; i < most / 2; ++i) parts[i] = parts[2 * i];
    parts.resize(most / 2);
    every *= 2;
  }
  std::pair<double, double> bounds() {
    if (parts.empty()) return {1, 1};
    std::sort(parts.begin(), parts.end());
    const auto at = [&](double share) {
      return parts[static_cast<std::size_t>(
          std::lround(share * static_cast<double>(parts.size() - 1)))];
    };
    return {at(0.05), at(0.95)};
  }
};

// Counts below 1 are as good as 1.
double part_of(double gain, double law) { return std::max(gain, 0.0) / std::max(law, 1.0); }

void find_spreads(const std::vector<StepsOfRun>& runs, std::size_t metrics, Contexts& contexts) {
  std::map<Place, std::vector<Spread>> spreads;
  for (const StepsOfRun& run : runs)
    each_step(run, metrics, [&](const Place& place, const std::vector<double>& gains) {
      const PlaceLaws& laws = contexts.at(place);
      std::vector<Spread>& spread = spreads[place];
      spread.resize(metrics);
      for (std::size_t m = 0; m < metrics; ++m)
        if (!std::isnan(gains[m]))
          spread[m].add(part_of(gains[m], laws.metrics[m].law.at(run.sizes)));
    });
  for (auto& [place, of_metrics] : spreads)
    for (std::size_t m = 0; m < metrics; ++m) {
      GrowthLaw& law = contexts.at(place).metrics[m];
      std::tie(law.low, law.high) = of_metrics[m].bounds();
    }
}

}  // namespace

Place PlaceFinder::next(std::uint32_t stack, Move before, Move after) {
  Place place{thread_, stack, before, after, false};
  place.first = !std::exchange(seen_[place], true);
  return place;
}

Forecast GrowthLaw::at(const std::vector<double>& sizes) const {
  const double value = law.at(sizes);
  const double base = std::max(value, 1.0);
  return {value, std::max(0.0, std::min(value, base * low) - base * law.error),
          std::max(value, base * high) + base * law.error};
}

Contexts learn_contexts(const std::vector<StepsOfRun>& runs, std::size_t metrics) {
  std::map<Place, PlaceMeans> means;
  for (std::size_t r = 0; r < runs.size(); ++r)
    each_step(runs[r], metrics, [&](const Place& place, const std::vector<double>& gains) {
      PlaceMeans& of_place = means[place];
      of_place.resize(runs.size(), std::vector<Mean>(metrics + 1));
      for (std::size_t m = 0; m < gains.size(); ++m) of_place[r][m].add(gains[m]);
    });
  Contexts contexts;
  for (const auto& [place, of_place] : means) {
    PlaceLaws& laws = contexts[place];
    for (std::size_t m = 0; m <= metrics; ++m) laws.metrics.push_back(law_of(runs, of_place, m));
    for (const std::vector<Mean>& of_run : of_place) laws.steps += of_run[metrics].count;
  }
  find_spreads(runs, metrics, contexts);
  return contexts;
}

}  // namespace hpcast::countergen
