#include "hpcast/models/countergen/steps.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "hpcast/base/diagnostics.h"

namespace hpcast::countergen {

namespace {

using countertrace::Event;
using countertrace::Thread;
using countertrace::Trace;

std::vector<std::size_t> columns_of(const Trace& trace, const std::vector<std::string>& metrics) {
  std::vector<std::size_t> columns;
  std::vector<std::string> there;
  for (const countertrace::Metric& metric : trace.metrics) there.push_back(metric.name);
  for (const std::string& name : metrics) {
    const auto found = std::find(there.begin(), there.end(), name);
    if (found == there.end())
      throw InputError(
          fmt::format("the trace has no metric {}", name),
          there.empty() ? "it has none at all" : fmt::format("it has {}", fmt::join(there, ", ")));
    columns.push_back(static_cast<std::size_t>(found - there.begin()));
  }
  return columns;
}

class StepMaker {
 public:
  StepMaker(const Trace& trace, const std::vector<std::size_t>& columns,
            const std::vector<std::uint32_t>& regions, Stacks& stacks)
      : trace_(trace), columns_(columns), regions_(regions), stacks_(stacks) {}

  ThreadSteps of(const Thread& thread) {
    ThreadSteps made;
    std::uint32_t stack = Stacks::none;
    Move last = no_move;
    std::uint64_t metrics_events = 0, tick = 0;
    std::vector<double> counts(columns_.size(), std::numeric_limits<double>::quiet_NaN());
    bool waits = false;  // the last step, for what comes after it
    for (const Event& event : thread.events) {
      if (event.kind == Event::Kind::metrics) {
        const auto values = trace_.values(thread, metrics_events);
        if (metrics_events++ > 0)
          made.steps.push_back({stack, last, no_move, seconds(event.tick - tick)});
        waits = metrics_events > 1;
        add_gains(made, counts, values, metrics_events > 1);
        tick = event.tick;
        continue;
      }
      const bool leaving = event.kind == Event::Kind::leave;
      last = move_of(regions_[event.region], leaving);
      if (waits) made.steps.back().after = last;
      waits = false;
      stack = leaving ? stacks_.outside(stack) : stacks_.enter(stack, regions_[event.region]);
    }
    return made;
  }

 private:
  double seconds(std::uint64_t ticks) const {
    return static_cast<double>(ticks) / static_cast<double>(trace_.ticks_a_second);
  }

  void add_gains(ThreadSteps& made, std::vector<double>& counts, std::span<const double> values,
                 bool is_step) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double now = values[columns_[i]];
      if (is_step) made.gains.push_back(now - counts[i]);
      if (!std::isnan(now)) counts[i] = now;
    }
  }

  const Trace& trace_;
  const std::vector<std::size_t>& columns_;
  const std::vector<std::uint32_t>& regions_;  // by the trace's own
  Stacks& stacks_;
};

}  // namespace

std::uint32_t Names::index_of(const std::string& name) {
  const auto [at, is_new] = indices_.try_emplace(name, static_cast<std::uint32_t>(all_.size()));
  if (is_new) all_.push_back(name);
  return at->second;
}

std::uint32_t Stacks::enter(std::uint32_t stack, std::uint32_t region) {
  const std::uint64_t key = std::uint64_t{stack} << 32 | region;
  const auto [at, is_new] = within_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({stack, region});
  return at->second;
}

std::vector<std::uint32_t> Stacks::regions(std::uint32_t stack) const {
  std::vector<std::uint32_t> regions;
  for (; stack != none; stack = outside(stack)) regions.push_back(region(stack));
  std::reverse(regions.begin(), regions.end());
  return regions;
}

std::vector<ThreadSteps> steps_of(const Trace& trace, const std::vector<std::string>& metrics,
                                  Names& names, Stacks& stacks) {
  const std::vector<std::size_t> columns = columns_of(trace, metrics);
  std::vector<std::uint32_t> regions;
  for (const std::string& name : trace.regions) regions.push_back(names.index_of(name));
  std::vector<ThreadSteps> threads;
  StepMaker maker(trace, columns, regions, stacks);
  for (const Thread& thread : trace.threads) threads.push_back(maker.of(thread));
  return threads;
}

}  // namespace hpcast::countergen
