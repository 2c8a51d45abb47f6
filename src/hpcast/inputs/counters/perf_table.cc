#include "hpcast/inputs/counters/perf_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "hpcast/inputs/counters/nested_regions.h"
#include "hpcast/inputs/counters/perf_dialects.h"
#include "hpcast/inputs/counters/possible.h"
#include "hpcast/inputs/counters/source_units.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr const char* one_run_hint =
    "a file holds the output of one run; hpcast counters takes several files";

bool is_clock(std::string_view event) {
  return event.starts_with("task-clock") || event.starts_with("cpu-clock");
}

// "tool/duration_time/" is "duration_time" with the name of its unit.
std::string_view without_tool(std::string_view event) {
  constexpr std::string_view tool = "tool/";
  if (event.starts_with(tool)) event.remove_prefix(tool.size());
  return event.substr(0, event.find_first_of("/:"));
}

bool is_duration(std::string_view event) { return without_tool(event) == "duration_time"; }

// Some versions of perf print these without a unit.
std::string_view unit_of(const PerfLine& line) {
  if (!line.unit.empty()) return line.unit;
  if (is_clock(line.event)) return "msec";
  const std::string_view event = without_tool(line.event);
  if (event == "duration_time" || event == "user_time" || event == "system_time") return "ns";
  return {};
}

// perf adds up the boxes of a unit, or names them: a name that stands again is counted again. But
// with --no-merge versions of it name several boxes alike, none of which waits for its turn.
Repeats repeats_of(const Sample& sample) {
  const bool takes_turns = !std::isnan(sample.value) && sample.running < 1;
  return names_a_box(sample.name) && place_of(sample.name).empty() && !takes_turns ? Repeats::parts
                                                                                   : Repeats::again;
}

}  // namespace

void PerfTable::go_to(double time_s, std::size_t line) {
  intervals_ = true;
  if (!(time_s >= 0 && time_s <= longest_run_s))
    return faults_.add(line, fmt::format("{} s is no time of a run", time_s));
  if (time_s == end_) return;
  if (time_s < end_)
    faults_.add(line, fmt::format("the time goes back from {} s to {} s", end_, time_s),
                one_run_hint);
  start_ = end_;
  end_ = time_s;
}

void PerfTable::take_duration(const PerfLine& line, std::optional<double> value) {
  const auto unit = source_unit(unit_of(line));
  if (!value || !unit || unit->unit != Unit::seconds) return;
  const double seconds = *value / std::round(1 / unit->factor);
  if (is_duration(line.event)) duration_ = std::max(duration_, seconds);
  const bool tells_use =
      line.metric_unit.starts_with("CPUs") && line.metric_unit.find("utilized") != line.metric.npos;
  if (is_clock(line.event) && tells_use) estimate_duration(seconds, line.metric);
}

// perf prints three digits behind the point, and since Linux 6.19 one: "1.0".
void PerfTable::estimate_duration(double cpu_time_s, std::string_view cpus_used) {
  constexpr double largest_error = 0.1;
  const double used = to_number(cpus_used).value_or(0);
  const std::size_t point = cpus_used.find_first_of(".,");
  const std::size_t digits = point == std::string_view::npos ? 0 : cpus_used.size() - point - 1;
  const double error = used > 0 ? 0.5 * std::pow(10, -static_cast<double>(digits)) / used : 1;
  estimate_error_ = std::min(estimate_error_, error);
  if (error > largest_error || cpu_time_s / used <= estimated_) return;
  estimated_ = cpu_time_s / used;
}

// Which perf stat --append writes behind those of the run before.
void PerfTable::begin_run(std::size_t line) {
  if (began_) faults_.add(line, "another run begins here", one_run_hint);
  began_ = true;
}

void PerfTable::add(const PerfLine& line) {
  if (intervals_ && !line.time_s) return ignore_summary();
  if (line.time_s) go_to(*line.time_s, line.number);
  Sample sample;
  sample.name = line.event;
  sample.unit = unit_of(line);
  sample.running = line.running;
  sample.line = line.number;
  std::optional<double> value;
  sample.supported = !line.value.starts_with("<not supported");
  if (!line.value.starts_with("<not ")) {
    value = counter_value(line.value, line.event, line.number, faults_);
    if (!value) return;
    sample.value = *value;
    if (line.spread) sample.spread = *line.spread;
  }
  if (!line.time_s) take_duration(line, value);
  if (is_duration(line.event)) return;
  const double duration = std::round(1e9 * (end_ - start_)) / 1e9;
  builder_.add(builder_.row(start_, duration, line.thread, line.region), sample,
               repeats_of(sample));
}

void PerfTable::ignore_metric() {
  has_metrics_ = true;
  builder_.note("perf's metrics were not read, only what it counted");
}

void PerfTable::ignore_summary() {
  builder_.note("perf's summary was not read: it is the sum of the intervals");
}

void PerfTable::note_time() {
  if (intervals_ || duration_ > 0) return;
  if (estimated_ > 0)
    return builder_.note(fmt::format(
        "the time is the processor time over perf's \"CPUs utilized\", {}; -e duration_time gives "
        "it exactly",
        estimate_error_ < 0.005 ? "to less than 1 %"
                                : fmt::format("to about {:.0f} %", 100 * estimate_error_)));
  if (estimate_error_ < 1)
    return builder_.note(
        "the file does not say how long the run took: perf's \"CPUs utilized\" has too few digits; "
        "add -e duration_time");
  builder_.note("the file does not say how long the run took; add -e duration_time");
}

Table PerfTable::finish(const std::string& file) {
  faults_.throw_if_any();
  if (builder_.empty() && has_metrics_) refuse_perf_metrics(file);
  if (builder_.empty())
    throw InputError({file, 0, {}, "nothing was counted", "perf stat -x, -e cycles -o FILE …"});
  if (builder_.all_repeated())
    throw InputError({file,
                      0,
                      {},
                      "every event stands twice for the same time, thread and region, as in the "
                      "output of several runs",
                      one_run_hint});
  note_time();
  if (!intervals_) builder_.set_durations(duration_ > 0 ? duration_ : estimated_);
  Table table = builder_.finish();
  take_inner_out_of_outer(table);
  add_regions_together(table);
  return table;
}

}  // namespace hpcast::counters
