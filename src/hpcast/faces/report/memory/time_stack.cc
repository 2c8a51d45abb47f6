#include "hpcast/faces/report/memory/time_stack.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/stack_chart.h"
#include "hpcast/faces/report/memory/threads.h"

namespace hpcast::report {

using answers::CoreTime;
using answers::PhaseResult;
using answers::ThreadTime;

namespace {

StackChart chart_of(const char* title, std::vector<StackPart> parts) {
  StackChart chart;
  chart.title = title;
  chart.parts = std::move(parts);
  chart.text = [](double s) { return format_time(s); };
  return chart;
}

std::string figure_of(const StackChart& chart, const std::vector<StackedBar>& bars) {
  return stack_key(chart, false) + "<div class=\"scroll\">" + stacked_bars(chart, bars) + "</div>";
}

std::vector<StackPart> cause_parts() {
  return {{"its instructions", "p0"},      {"waiting for memory", "p1"},
          {"mispredicted branches", "p2"}, {"busy units", "p3"},
          {"page faults", "p4"},           {"waiting for other threads", "px"}};
}

// In the order of the parts, but for waiting.
std::vector<double> by_cause(const CoreTime& core) {
  const double page_faults = core.page_faults_s.value_or(0);
  const double executing = std::max(0.0, core.time_s - page_faults);
  const double saved = core.caches_s + core.branches_s + core.units_s;
  const double share = saved > executing ? executing / saved : 1;
  return {executing - share * saved, share * core.caches_s, share * core.branches_s,
          share * core.units_s, page_faults};
}

StackedBar bar_of(const PhaseResult& phase) {
  StackedBar bar{phase.name, by_cause(*phase.executing), {}};
  const double waiting = waiting_s(phase);
  bar.values.push_back(waiting);
  bar.values.push_back(std::max(0.0, phase.time_s - phase.executing->time_s - waiting));
  return bar;
}

// Of what its core executed, which is the thread's where no other ran on it; nothing where one did.
std::optional<std::vector<double>> causes_of_thread(const answers::MemoryAnswer& result,
                                                    const ThreadTime& time) {
  if (time.worked_s <= 0) return std::vector<double>(cause_parts().size() - 1);
  const auto core =
      std::find_if(result.objects.begin(), result.objects.end(),
                   [&](const answers::ObjectResult& object) { return object.name == time.core; });
  if (core == result.objects.end() || !core->core || !core->core->executing) return std::nullopt;
  constexpr double rounding = 1e-6;  // sums in another order
  const double of_core = core->core->executing->time_s;
  if (std::fabs(of_core - time.worked_s) > rounding * time.worked_s) return std::nullopt;
  return by_cause(*core->core->executing);
}

StackedBar bar_of(const ThreadTime& time, std::vector<double> worked) {
  worked.push_back(time.waited_s);
  return {"thread " + std::to_string(time.thread), std::move(worked), {}};
}

// Empty where threads shared a core.
std::vector<StackedBar> bars_by_cause(const answers::MemoryAnswer& result,
                                      const std::vector<ThreadTime>& times) {
  std::vector<StackedBar> bars;
  for (const ThreadTime& time : times) {
    auto causes = causes_of_thread(result, time);
    if (!causes) return {};
    bars.push_back(bar_of(time, std::move(*causes)));
  }
  return bars;
}

}  // namespace

std::string phase_stack(const answers::MemoryAnswer& result) {
  std::vector<StackedBar> bars;
  for (const PhaseResult& phase : result.phases)
    if (phase.executing) bars.push_back(bar_of(phase));
  if (bars.empty()) return {};
  std::vector<StackPart> parts = cause_parts();
  parts.push_back({"another object busy for longer", "p5"});
  return figure_of(chart_of("Time of each phase by what it is for", std::move(parts)), bars);
}

std::string thread_stack(const answers::MemoryAnswer& result) {
  constexpr std::size_t most = 32;
  constexpr const char* title = "Time of each thread";
  std::vector<ThreadTime> times = thread_times(result);
  if (times.size() < 2) return {};
  times.resize(std::min(most, times.size()));
  std::vector<StackedBar> bars = bars_by_cause(result, times);
  if (!bars.empty()) return figure_of(chart_of(title, cause_parts()), bars);
  for (const ThreadTime& time : times) bars.push_back(bar_of(time, {time.worked_s}));
  return figure_of(chart_of(title, {{"works", "p0"}, {"waits", "px"}}), bars);
}

}  // namespace hpcast::report
