#include "hpcast/countergen/lawless.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace hpcast::countergen {

namespace {

constexpr double far_off = 0.25;           // relative, of a size left out
constexpr std::size_t most_steps = 20000;  // of those that trees are grown from, about

using Marks = std::vector<std::vector<std::vector<bool>>>;  // by run, thread, step

// function(place, index of the step), of a thread's steps in turn
template <class Function>
void each_place(const ThreadSteps& steps, std::uint32_t thread, Function&& function) {
  PlaceFinder places(thread);
  for (std::size_t i = 0; i < steps.steps.size(); ++i) {
    const Step& step = steps.steps[i];
    function(places.next(step.stack, step.before, step.after), i);
  }
}

// The steps at places of which `chosen` says so; of too many, every few.
template <class Chosen>
Marks marked(const std::vector<StepsOfRun>& runs, Chosen&& chosen) {
  Marks marks(runs.size());
  std::size_t count = 0;
  for (std::size_t r = 0; r < runs.size(); ++r)
    for (std::uint32_t t = 0; t < runs[r].threads->size(); ++t) {
      const ThreadSteps& steps = (*runs[r].threads)[t];
      std::vector<bool>& of_thread = marks[r].emplace_back(steps.steps.size(), false);
      each_place(steps, t, [&](const Place& place, std::size_t i) {
        of_thread[i] = chosen(place);
        count += of_thread[i] ? 1 : 0;
      });
    }
  const std::size_t every = (count + most_steps - 1) / most_steps;
  std::size_t at = 0;
  for (auto& of_run : marks)
    for (std::vector<bool>& of_thread : of_run)
      for (std::size_t i = 0; i < of_thread.size(); ++i)
        if (of_thread[i]) of_thread[i] = every <= 1 || at++ % every == 0;
  return marks;
}

struct Sums {
  double forecast = 0, measured = 0, steps = 0;
};
using SumsByPlace = std::map<Place, std::vector<Sums>>;

// What trees that know the other runs say of one.
SumsByPlace sums_of(const HistoryModel& trees, const StepsOfRun& run, const Stacks& stacks,
                    std::size_t metrics, const Contexts& laws, auto&& chosen) {
  SumsByPlace sums;
  for (std::uint32_t t = 0; t < run.threads->size(); ++t) {
    const ThreadSteps& steps = (*run.threads)[t];
    HistoryPredictor predictor(trees, run.sizes, t, stacks);
    each_place(steps, t, [&](const Place& place, std::size_t i) {
      predictor.enter_step(steps.steps[i].stack);
      if (!chosen(laws.at(place))) return;
      const std::span<const double> forecast = predictor.gains(predictor.predict());
      std::vector<Sums>& of_place = sums[place];
      of_place.resize(metrics);
      for (std::size_t m = 0; m < metrics; ++m) {
        const double gain = steps.gains[i * metrics + m];
        if (std::isnan(gain)) continue;
        of_place[m].forecast += forecast[m];
        of_place[m].measured += gain;
        of_place[m].steps += 1;
      }
    });
  }
  return sums;
}

bool is_far_off(const GrowthLaw& law) { return law.law.error > far_off; }

// Of a size left out, the same as Law::error has it.
double error_of(const Sums& sums) {
  const double mean = sums.measured / sums.steps;
  return std::abs(sums.forecast / sums.steps - mean) / std::max(mean, smallest_count);
}

struct Mean {
  double sum = 0, count = 0;
};

}  // namespace

std::optional<HistoryModel> learn_lawless(const std::vector<StepsOfRun>& runs, const Stacks& stacks,
                                          const Names& regions, std::size_t metrics,
                                          Contexts& laws) {
  const auto is_candidate = [&](const PlaceLaws& place) {
    return std::any_of(place.metrics.begin(), place.metrics.end() - 1, is_far_off);
  };
  const bool any = std::any_of(laws.begin(), laws.end(),
                               [&](const auto& entry) { return is_candidate(entry.second); });
  if (!any || runs.size() < 3) return std::nullopt;
  const HistorySettings settings;
  std::map<Place, std::vector<Mean>> errors;
  for (std::size_t out = 0; out < runs.size(); ++out) {
    std::vector<StepsOfRun> others = runs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(out));
    const Marks marks =
        marked(others, [&](const Place& place) { return is_candidate(laws.at(place)); });
    const HistoryModel trees = HistoryModel::fit(
        settings, others, stacks, regions, metrics,
        [&](std::size_t r, std::size_t t, std::size_t i) -> bool { return marks[r][t][i]; });
    for (const auto& [place, sums] :
         sums_of(trees, runs[out], stacks, metrics, laws, is_candidate)) {
      std::vector<Mean>& of_place = errors[place];
      of_place.resize(metrics);
      for (std::size_t m = 0; m < metrics; ++m)
        if (sums[m].steps > 0) {
          of_place[m].sum += error_of(sums[m]);
          of_place[m].count += 1;
        }
    }
  }
  bool some_do_better = false;
  for (const auto& [place, of_place] : errors)
    for (std::size_t m = 0; m < metrics; ++m) {
      GrowthLaw& law = laws.at(place).metrics[m];
      law.holds = !is_far_off(law) || of_place[m].count == 0 ||
                  of_place[m].sum / of_place[m].count >= law.law.error;
      some_do_better = some_do_better || !law.holds;
    }
  if (!some_do_better) return std::nullopt;
  const Marks marks = marked(runs, [&](const Place& place) {
    const std::vector<GrowthLaw>& of_place = laws.at(place).metrics;
    return std::any_of(of_place.begin(), of_place.end(),
                       [](const GrowthLaw& law) { return !law.holds; });
  });
  return HistoryModel::fit(
      settings, runs, stacks, regions, metrics,
      [&](std::size_t r, std::size_t t, std::size_t i) -> bool { return marks[r][t][i]; });
}

}  // namespace hpcast::countergen
