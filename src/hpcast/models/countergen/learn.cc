#include "hpcast/models/countergen/learn.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/models/countergen/fit_check.h"
#include "hpcast/models/countergen/law_fit.h"
#include "hpcast/models/countergen/lawless.h"
#include "hpcast/models/countergen/limits.h"

namespace hpcast::countergen {

namespace {

using countertrace::Event;
using countertrace::Metric;
using countertrace::Thread;
using countertrace::Trace;

// Those of which there is a count, at least one.
std::vector<std::string> counted_metrics(const Trace& trace) {
  if (trace.metrics.empty()) return {};
  std::vector<bool> is_counted(trace.metrics.size(), false);
  for (const Thread& thread : trace.threads)
    for (std::size_t i = 0; i < thread.values.size(); ++i)
      if (!std::isnan(thread.values[i])) is_counted[i % is_counted.size()] = true;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < is_counted.size(); ++i)
    if (is_counted[i]) names.push_back(trace.metrics[i].name);
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<Metric> common_metrics(const LearnRequest& request,
                                   const std::vector<TrainingRun>& runs) {
  std::vector<std::string> names = counted_metrics(runs.front().trace);
  for (const TrainingRun& run : runs) {
    check_metrics(request.metrics, run);
    const std::vector<std::string> counted = counted_metrics(run.trace);
    std::erase_if(names, [&](const std::string& name) { return !contains(counted, name); });
  }
  std::vector<Metric> metrics;
  for (const Metric& metric : runs.front().trace.metrics)
    if (contains(request.metrics.empty() ? names : request.metrics, metric.name))
      metrics.push_back(metric);
  if (metrics.empty())
    throw InputError("the traces have no metric in common", "record the same counters in each run");
  return metrics;
}

std::set<std::string> entered_regions(const Trace& trace) {
  std::vector<bool> entered(trace.regions.size(), false);
  for (const Thread& thread : trace.threads)
    for (const Event& event : thread.events)
      if (event.kind == Event::Kind::enter) entered[event.region] = true;
  std::set<std::string> names;
  for (std::size_t i = 0; i < entered.size(); ++i)
    if (entered[i]) names.insert(trace.regions[i]);
  return names;
}

void check_regions(const std::vector<TrainingRun>& runs) {
  const std::set<std::string> first = entered_regions(runs.front().trace);
  for (const TrainingRun& run : runs) {
    const std::set<std::string> regions = entered_regions(run.trace);
    std::vector<std::string> only;
    std::set_symmetric_difference(first.begin(), first.end(), regions.begin(), regions.end(),
                                  std::back_inserter(only));
    if (only.empty()) continue;
    const bool in_first = first.contains(only.front());
    throw InputError(
        fmt::format("{}: region '{}' is {}", run.name, only.front(),
                    in_first ? fmt::format("not entered, as it is in {}", runs.front().name)
                             : fmt::format("entered, which it is not in {}", runs.front().name)),
        "are they runs of one program, built once? If some regions are of some sizes only: "
        "--differing-regions");
  }
}

void check_runs(const LearnRequest& request, const std::vector<TrainingRun>& runs) {
  std::vector<Sizes> sizes;
  for (const TrainingRun& run : runs) {
    sizes.push_back(run.sizes);
    if (!run.trace.partial.empty())
      throw InputError(fmt::format("{}: the trace is not of a whole run: {}", run.name,
                                   on_one_line(run.trace.partial)),
                       "learn from whole runs only: run the program at this size again");
    if (run.trace.threads.empty()) throw InputError(run.name + ": the trace has no events");
    if (run.trace.threads.size() != runs.front().trace.threads.size())
      throw InputError(
          fmt::format("{} has {} threads, {} has {}", runs.front().name,
                      runs.front().trace.threads.size(), run.name, run.trace.threads.size()),
          "as many threads at each size (OMP_NUM_THREADS)");
  }
  check_sizes(sizes);
  if (!request.differing_regions) check_regions(runs);
}

// What is forecast has a metrics event before each event that enters or leaves a region, and no
// other: what stands elsewhere in the trace would be counted more than once, or not at all.
void check_places_of_metrics(const TrainingRun& run) {
  constexpr double few = 0.01;
  std::uint64_t moves = 0, misplaced = 0;
  for (const Thread& thread : run.trace.threads) {
    bool counted = false;
    for (const Event& event : thread.events) {
      const bool counts = event.kind == Event::Kind::metrics;
      if (counts == counted) ++misplaced;
      if (!counts) ++moves;
      counted = counts;
    }
  }
  if (static_cast<double>(misplaced) > few * static_cast<double>(moves) + 1)
    throw InputError(
        fmt::format("{}: of {} events that enter or leave regions, {} have no METRIC event, or "
                    "more than one, right before them",
                    run.name, moves, misplaced),
        "have counters recorded at each of these, as Score-P does with SCOREP_METRIC_PAPI");
}

void check_steps(const TrainingRun& run, const std::vector<ThreadSteps>& threads) {
  if (std::all_of(threads.begin(), threads.end(),
                  [](const ThreadSteps& thread) { return thread.steps.empty(); }))
    throw InputError(run.name + ": no thread counts twice in this trace",
                     "what is learned is what counters gain from event to event");
  check_places_of_metrics(run);
}

std::uint64_t events_of(const Trace& trace) {
  std::uint64_t events = 0;
  for (const Thread& thread : trace.threads)
    events += static_cast<std::uint64_t>(
        std::count_if(thread.events.begin(), thread.events.end(),
                      [](const Event& event) { return event.kind != Event::Kind::metrics; }));
  return events;
}

std::uint64_t first_tick(const Trace& trace) {
  std::uint64_t first = UINT64_MAX;
  for (const Thread& thread : trace.threads) first = std::min(first, thread.events.front().tick);
  return first;
}

LearnedThread thread_of(const std::vector<TrainingRun>& runs, std::size_t number, LawFit& fit) {
  std::vector<Observation> starts;
  for (const TrainingRun& run : runs) {
    const auto ticks =
        static_cast<double>(run.trace.threads[number].events.front().tick - first_tick(run.trace));
    starts.push_back({values_of(run.sizes),
                      ticks / static_cast<double>(run.trace.ticks_a_second) * nanoseconds});
  }
  return {runs.front().trace.threads[number].name, fit.law_of(starts)};
}

// None where runs were on machines of several kinds.
std::vector<std::uint64_t> common_cache_lines(const std::vector<TrainingRun>& runs) {
  const std::vector<std::uint64_t>& lines = runs.front().trace.cache_lines;
  const bool are_alike = std::all_of(runs.begin(), runs.end(), [&](const TrainingRun& run) {
    return run.trace.cache_lines == lines;
  });
  return are_alike ? lines : std::vector<std::uint64_t>();
}

void learn_order(const std::vector<TrainingRun>& runs, Model& model) {
  std::vector<ShapedRun> shaped;
  for (const TrainingRun& run : runs) shaped.push_back({&run.trace, values_of(run.sizes)});
  LearnedShape learned = learn_shape(shaped, model.regions, model.stacks);
  model.shape = std::move(learned.threads);
  model.irregular = std::move(learned.irregular);
}

// What a regressor was never shown it would forecast as nothing.
void check_learned(const Model& model) {
  const HistorySettings& settings = model.history->settings();
  for (std::size_t m = 0; m < model.metrics.size(); ++m)
    if (!model.history->knows(m))
      throw InputError(
          fmt::format("{}: no event to learn from: the first {} of each thread have no whole "
                      "history{}",
                      model.metrics[m].name, settings.history,
                      settings.least_gain > 0
                          ? fmt::format(", and none behind them gains {:g}", settings.least_gain)
                          : ""),
          settings.least_gain > 0 ? "a smaller --history or --least-gain" : "a smaller --history");
}

}  // namespace

void add_noise(std::vector<ThreadSteps>& threads, double mean, std::mt19937_64& random) {
  std::poisson_distribution<std::int64_t> noise(mean);
  for (ThreadSteps& thread : threads)
    for (double& gain : thread.gains) gain += static_cast<double>(noise(random));
}

void check_metrics(const std::vector<std::string>& metrics, const TrainingRun& run) {
  const std::vector<std::string> there = counted_metrics(run.trace);
  if (there.empty())
    throw InputError(run.name + ": no counter was recorded in this trace",
                     "Score-P records PAPI's with SCOREP_METRIC_PAPI=PAPI_L1_DCM; hpcast memory "
                     "--otf2 simulates them");
  for (const std::string& name : metrics)
    if (!contains(there, name))
      throw InputError(fmt::format("{}: the trace has no metric {}", run.name, name),
                       fmt::format("it has {}", fmt::join(there, ", ")));
}

Model learn(const LearnRequest& request, const std::vector<TrainingRun>& runs) {
  check_runs(request, runs);
  Model model;
  model.metrics = common_metrics(request, runs);
  model.noise = request.noise;
  model.is_simulated = std::any_of(runs.begin(), runs.end(),
                                   [](const TrainingRun& run) { return run.trace.is_simulated; });
  model.cache_lines = common_cache_lines(runs);
  for (const auto& [name, value] : runs.front().sizes) model.size_names.push_back(name);
  const std::vector<std::string> names = model.metric_names();
  std::mt19937_64 random(request.seed);
  std::vector<std::vector<ThreadSteps>> steps;
  for (const TrainingRun& run : runs) {
    model.runs.push_back({values_of(run.sizes), events_of(run.trace), {}});
    steps.push_back(steps_of(run.trace, names, model.regions, model.stacks));
    check_steps(run, steps.back());
    if (request.noise > 0) add_noise(steps.back(), request.noise, random);
  }
  LawFit fit;
  for (std::size_t i = 0; i < runs.front().trace.threads.size(); ++i)
    model.threads.push_back(thread_of(runs, i, fit));
  learn_order(runs, model);
  std::vector<StepsOfRun> of_runs;
  for (std::size_t i = 0; i < runs.size(); ++i) of_runs.push_back({model.runs[i].sizes, &steps[i]});
  model.limits = limits_kept(names, of_runs);
  const HistorySettings settings{request.method, request.history, request.seed, request.least_gain};
  if (request.method != by_laws) {
    model.history = HistoryModel::fit(settings, of_runs, model.stacks, model.regions,
                                      std::vector<bool>(names.size() + 1, true));
    check_learned(model);
    return model;
  }
  model.laws = learn_contexts(of_runs, names.size(), roles_of(names));
  model.history = learn_lawless(of_runs, model.stacks, model.regions, names.size(), model.laws);
  for (std::size_t i = 0; i < runs.size(); ++i)
    model.runs[i].held = hold_against(model, of_runs[i]);
  return model;
}

}  // namespace hpcast::countergen
