#include "hpcast/counters/perf_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "hpcast/counters/source_units.h"
#include "hpcast/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

bool is_clock(std::string_view event) {
  return event.starts_with("task-clock") || event.starts_with("cpu-clock");
}

bool is_duration(std::string_view event) { return event.starts_with("duration_time"); }

// Some versions of perf print these without a unit.
std::string_view unit_of(const PerfLine& line) {
  if (!line.unit.empty()) return line.unit;
  if (is_clock(line.event)) return "msec";
  if (is_duration(line.event) || line.event == "user_time" || line.event == "system_time")
    return "ns";
  return {};
}

}  // namespace

void PerfTable::go_to(double time_s, std::size_t line) {
  constexpr double longest_run = 1e9;  // s
  intervals_ = true;
  if (!(time_s >= 0 && time_s <= longest_run))
    return faults_.add(line, fmt::format("{} s is no time of a run", time_s));
  if (time_s == end_) return;
  if (time_s < end_)
    faults_.add(line, fmt::format("the time goes back from {} s to {} s", end_, time_s),
                "a file holds the output of one run");
  start_ = end_;
  end_ = time_s;
}

void PerfTable::take_duration(const PerfLine& line, std::optional<double> value) {
  const auto unit = source_unit(unit_of(line));
  if (!value || !unit || unit->unit != Unit::seconds) return;
  const double seconds = *value / std::round(1 / unit->factor);
  if (is_duration(line.event)) duration_ = std::max(duration_, seconds);
  // Two digits of it are needed for a usable time.
  if (is_clock(line.event) && line.metric_unit == "CPUs utilized" && line.metric >= 0.1)
    estimated_ = std::max(estimated_, seconds / line.metric);
}

void PerfTable::add(const PerfLine& line) {
  if (line.time_s) go_to(*line.time_s, line.number);
  Sample sample;
  sample.name = line.event;
  sample.unit = unit_of(line);
  sample.running = line.running;
  sample.line = line.number;
  std::optional<double> value;
  if (!line.value.starts_with("<not ")) {
    value = counter_value(line.value, line.event, line.number, faults_);
    if (!value) return;
    sample.value = *value;
    if (line.spread) sample.spread = *line.spread;
  }
  if (!line.time_s) take_duration(line, value);
  if (is_duration(line.event)) return;
  const double duration = std::round(1e9 * (end_ - start_)) / 1e9;
  builder_.add(builder_.row(start_, duration, line.thread, line.region), sample);
}

void PerfTable::ignore_metric() {
  builder_.note("perf's metrics were not read, only what it counted");
}

void PerfTable::ignore_summary() {
  builder_.note("perf's summary was not read: it is the sum of the intervals");
}

Table PerfTable::finish(const std::string& file) {
  faults_.throw_if_any();
  if (builder_.empty())
    throw InputError({file, 0, {}, "nothing was counted", "perf stat -x, -e cycles -o FILE …"});
  if (!intervals_ && duration_ == 0 && estimated_ > 0)
    builder_.note(
        "the time is the processor time over perf's \"CPUs utilized\"; -e duration_time "
        "gives it exactly");
  if (!intervals_ && duration_ == 0 && estimated_ == 0)
    builder_.note("the file does not say how long the run took; add -e duration_time");
  if (!intervals_) builder_.set_durations(duration_ > 0 ? duration_ : estimated_);
  return builder_.finish();
}

}  // namespace hpcast::counters
