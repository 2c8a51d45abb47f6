#include "hpcast/report/time_stack.h"

#include <algorithm>
#include <vector>

#include "hpcast/base/units.h"
#include "hpcast/report/stack_chart.h"
#include "hpcast/report/threads.h"

namespace hpcast::report {

using result::CoreTime;
using result::PhaseResult;

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

// In the order of the parts.
StackedBar bar_of(const PhaseResult& phase) {
  const CoreTime& core = *phase.executing;
  const double page_faults = core.page_faults_s.value_or(0);
  const double executing = std::max(0.0, core.time_s - page_faults);
  const double saved = core.caches_s + core.branches_s + core.units_s;
  const double share = saved > executing ? executing / saved : 1;
  const double waiting = waiting_s(phase);
  const double longer = phase.time_s - core.time_s - waiting;
  return {phase.name,
          {executing - share * saved, share * core.caches_s, share * core.branches_s,
           share * core.units_s, page_faults, waiting, std::max(0.0, longer)},
          {}};
}

}  // namespace

std::string phase_stack(const result::MemoryResult& result) {
  std::vector<StackedBar> bars;
  for (const PhaseResult& phase : result.phases)
    if (phase.executing) bars.push_back(bar_of(phase));
  if (bars.empty()) return {};
  return figure_of(
      chart_of("Time of each phase by what it is for", {{"its instructions", "p0"},
                                                        {"waiting for memory", "p1"},
                                                        {"mispredicted branches", "p2"},
                                                        {"busy units", "p3"},
                                                        {"page faults", "p4"},
                                                        {"waiting for other threads", "px"},
                                                        {"another object busy for longer", "p5"}}),
      bars);
}

std::string thread_stack(const result::MemoryResult& result) {
  constexpr std::size_t most = 32;
  const std::vector<result::ThreadTime> times = thread_times(result);
  if (times.size() < 2) return {};
  std::vector<StackedBar> bars;
  for (std::size_t i = 0; i < std::min(most, times.size()); ++i)
    bars.push_back(
        {"thread " + std::to_string(times[i].thread), {times[i].worked_s, times[i].waited_s}, {}});
  return figure_of(chart_of("Time of each thread", {{"works", "p0"}, {"waits", "px"}}), bars);
}

}  // namespace hpcast::report
