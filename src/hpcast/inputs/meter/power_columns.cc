#include "hpcast/inputs/meter/power_columns.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/possible.h"
#include "hpcast/inputs/meter/align.h"

namespace hpcast::meter {

namespace {

using counters::Row;
using counters::Table;
using counters::Unit;

double usual_row(const Table& table) {
  Windows rows;
  for (const Row& row : table.rows) rows.push_back({row.start_s, row.start_s + row.duration_s, 0});
  return usual_length(rows);
}

// Counters and the meter tell nothing of each other: why.
[[noreturn]] void refuse_meter(const ExternalMeter& meter, const Windows& windows, double end_s,
                               double row_s) {
  const double from = windows.front().begin_s, to = windows.back().end_s;
  if (to <= 0 || from >= end_s)
    throw InputError(
        fmt::format("{}: the meter's windows do not overlap the run: they reach from {:.1f} s to "
                    "{:.1f} s after its beginning, and it ends at {:.1f} s",
                    meter.name, from, to, end_s),
        "--meter-ahead TIME tells how far the meter's clock is ahead of the host's, as "
        "--meter-ahead 9h or --meter-ahead=-2.5s");
  throw InputError(
      fmt::format("{}: no interval of the counters holds a whole window of the meter: intervals of "
                  "{}, windows of {}",
                  meter.name, format_time(row_s), format_time(usual_length(windows))),
      "two windows' time and more for each program: --seconds");
}

// A meter that began late or stopped early tells of a part of a row only.
void note_rows_beyond(const Windows& windows, Table& table) {
  constexpr double nearly_all = 0.95;
  const double from = windows.front().begin_s, to = windows.back().end_s;
  std::uint64_t rows = 0;
  double least = 1;
  for (const Row& row : table.rows) {
    const double inside = std::min(row.start_s + row.duration_s, to) - std::max(row.start_s, from);
    if (row.thread != 0 || inside <= 0 || inside >= nearly_all * row.duration_s) continue;
    ++rows;
    least = std::min(least, inside / row.duration_s);
  }
  if (rows > 0)
    table.notes.push_back(
        fmt::format("the meter covers only a part of {}, down to {:.0f} %: the "
                    "power of the rest is taken for the same",
                    counted(rows, "row"), 100 * least));
}

void fill_from_meter(Table& table, const ExternalMeter& meter) {
  std::erase_if(table.columns, [](const counters::Column& c) { return c.name == "power"; });
  const Windows windows = windows_beside(table, meter);
  if (windows.empty())
    throw InputError(meter.name + ": no window of the meter is complete",
                     "without durations it takes two lines to tell one");
  const double end_s = end_of(table), row_s = usual_row(table);
  const double window_s = usual_length(windows);
  if (window_s > row_s) {
    table = over_windows(table, windows);
    if (table.rows.empty()) refuse_meter(meter, windows, end_s, row_s);
    table.notes.push_back(
        fmt::format("counts are added up over the meter's windows of {}", format_time(window_s)));
  }
  const std::size_t filled = add_power(table, windows, "power", Unit::watts);
  if (filled == 0) refuse_meter(meter, windows, end_s, row_s);
  note_rows_beyond(windows, table);
  table.notes.push_back("power: by the meter of " + meter.name);
  table.notes.insert(table.notes.end(), meter.reading.notes.begin(), meter.reading.notes.end());
}

// Energy over time; NaN where it was not counted.
void fill_from_perf(Table& table) {
  std::vector<double> power;
  const auto* const package = table.column("package_energy");
  const auto* const memory = table.column("memory_energy");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double joules = package->values[i] + (memory != nullptr ? memory->values[i] : 0);
    power.push_back(joules / table.rows[i].duration_s);
  }
  table.column_to_fill("power", Unit::watts).values = std::move(power);
  table.notes.emplace_back(memory == nullptr ? "power: package_energy over time"
                                             : "power: package_energy and memory_energy over time");
}

void fill_without_meter(Table& table, const Sampled& sampled) {
  const bool by_node = !sampled.node.empty();
  if (by_node || !sampled.parts.empty()) {
    add_power(table, by_node ? sampled.node : sampled.parts, "power", Unit::watts);
    table.notes.emplace_back(by_node ? "power: by the node's own meter"
                                     : "power: the sum of the sensors");
  } else if (table.column("package_energy") != nullptr) {
    fill_from_perf(table);
  }
}

std::size_t with_power(const Table& table) {
  const auto* const power = table.column("power");
  if (power == nullptr) return 0;
  return static_cast<std::size_t>(std::count_if(power->values.begin(), power->values.end(),
                                                [](double watts) { return std::isfinite(watts); }));
}

// No row has a power: why.
[[noreturn]] void refuse_without_power(const Table& table, const Sampled& sampled) {
  const bool by_perf = sampled.node.empty() && sampled.parts.empty();
  const char* const otherwise = "--sensor or --meter FILE tells the power otherwise";
  if (by_perf && table.column("package_energy") == nullptr)
    throw InputError("perf counted no package_energy, and no sensor was read", otherwise);
  for (const char* const name : {"package_energy", "memory_energy"}) {
    const auto* const column = table.column(name);
    const bool is_empty =
        column != nullptr && std::all_of(column->values.begin(), column->values.end(),
                                         [](double joules) { return std::isnan(joules); });
    if (by_perf && is_empty)
      throw InputError(std::string(name) + " has no value: perf lists it, and could not count it",
                       otherwise);
  }
  if (!sampled.notes.empty())
    throw InputError("the sensors told no interval's power: " + sampled.notes.front(), otherwise);
  throw InputError("no interval is long enough to know its power",
                   "--seconds, or -I, of a second and more");
}

}  // namespace

Windows windows_beside(const Table& table, const ExternalMeter& meter) {
  double zero = meter.ahead_s;
  if (meter.reading.absolute) {
    if (!table.began_unix_s)
      throw InputError(meter.name +
                           ": the meter's times are dates, and the counters do not tell "
                           "when they began",
                       "--began DATE, as 2026-11-24T09:30:00+09:00");
    zero += *table.began_unix_s;
  }
  Windows windows = meter.reading.windows;
  for (Window& window : windows) {
    window.begin_s -= zero;
    window.end_s -= zero;
  }
  return windows;
}

void fill_power(Table& table, const Sampled& sampled, const std::optional<ExternalMeter>& meter) {
  if (meter) fill_from_meter(table, *meter);
  for (const auto& [windows, name] :
       {std::pair{&sampled.package, "package_energy"}, std::pair{&sampled.memory, "memory_energy"}})
    if (!windows->empty() && table.column(name) == nullptr)
      add_power(table, *windows, name, Unit::joules);
  counters::drop_energies_not_counted(table);
  if (!meter) fill_without_meter(table, sampled);
  table.notes.insert(table.notes.end(), sampled.notes.begin(), sampled.notes.end());
  const std::size_t known = with_power(table);
  if (known == 0) refuse_without_power(table, sampled);
  if (known < table.rows.size())
    table.notes.push_back(
        fmt::format("{} of {} without a power: no whole window of the meter lies in them",
                    table.rows.size() - known, counted(table.rows.size(), "row")));
}

}  // namespace hpcast::meter
