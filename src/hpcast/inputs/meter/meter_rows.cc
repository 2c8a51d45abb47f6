#include "hpcast/inputs/meter/meter_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/meter/possible.h"

namespace hpcast::meter {

namespace {

constexpr const char* several_cards_hint =
    "of several graphics cards? nvidia-smi --query-gpu=timestamp,index,power.draw --format=csv "
    "tells which line is of which";

// The first row without a beginning, and the last one without an end, have no window.
void complete(std::vector<MeterRow>& rows) {
  for (std::size_t i = 0; i + 1 < rows.size(); ++i)
    if (!rows[i].end) {
      rows[i].end = rows[i + 1].begin;
      rows[i].is_completed = true;
    }
  for (std::size_t i = rows.size(); i-- > 1;)
    if (!rows[i].begin) {
      rows[i].begin = rows[i - 1].end;
      rows[i].is_completed = true;
    }
}

double usual_row(const std::vector<MeterRow>& rows) {
  Windows windows;
  for (const MeterRow& row : rows)
    if (row.begin && row.end) windows.push_back({*row.begin, *row.end, 0});
  return usual_length(windows);
}

// Where the meter paused, the line behind tells of the usual window before it, not of the pause.
void leave_out_gaps(std::vector<MeterRow>& rows, std::vector<std::string>& notes) {
  const double longest = most_usual_windows * usual_row(rows);
  std::size_t gaps = 0;
  for (MeterRow& row : rows) {
    if (!row.is_completed || !row.begin || !row.end || *row.end - *row.begin <= longest) continue;
    row.watts = std::nullopt;
    ++gaps;
  }
  if (gaps > 0)
    notes.push_back(
        fmt::format("the meter paused {}: what is behind a pause of more than {} is "
                    "left out",
                    counted(gaps, "time"), format_time(longest)));
}

// Of each `lines` times from one to the next, one is much longer than all others.
bool has_bursts_of(std::size_t lines, const std::vector<double>& steps) {
  constexpr double much = 10;
  for (std::size_t pause = 0; pause < lines; ++pause) {
    double shortest_pause = std::numeric_limits<double>::infinity(), longest_step = 0;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (i % lines == pause)
        shortest_pause = std::min(shortest_pause, steps[i]);
      else
        longest_step = std::max(longest_step, steps[i]);
    if (shortest_pause > much * longest_step) return true;
  }
  return false;
}

// As cards are read one after the other, again and again.
bool comes_in_bursts(const std::vector<MeterRow>& rows) {
  constexpr std::size_t most_cards = 16;
  std::vector<double> steps;
  for (const MeterRow& row : rows)
    if (row.begin && row.end) steps.push_back(*row.end - *row.begin);
  for (std::size_t cards = 2; cards <= most_cards && 2 * cards <= steps.size(); ++cards)
    if (has_bursts_of(cards, steps)) return true;
  return false;
}

void add_window(const MeterRow& row, const char* hint, LineFaults& faults, Windows& windows) {
  // Dates lie so far from their zero that their sums are off in the last digits.
  constexpr double rounding = 1e-6;
  if (!row.begin || !row.end) return;
  if (*row.end == *row.begin) return faults.add(row.line, "the time does not move on", hint);
  if (*row.end < *row.begin) return faults.add(row.line, "the time goes back");
  if (row.watts && *row.end - *row.begin > longest_window_s)
    return faults.add(row.line, fmt::format("a window of {}", format_time(*row.end - *row.begin)),
                      "times and durations are in seconds");
  if (!windows.empty() && *row.begin < windows.back().end_s - rounding)
    return faults.add(row.line, "the window begins before the one above it has ended");
  if (row.watts) windows.push_back({*row.begin, *row.end, *row.watts});
}

// From `first` on, which moves on with the windows asked for.
std::optional<double> mean_over(const Windows& windows, const Window& asked, std::size_t& first) {
  constexpr double least_share = 0.9;
  while (first < windows.size() && windows[first].end_s <= asked.begin_s) ++first;
  double joules = 0, covered = 0;
  for (std::size_t i = first; i < windows.size() && windows[i].begin_s < asked.end_s; ++i) {
    const double seconds =
        std::min(windows[i].end_s, asked.end_s) - std::max(windows[i].begin_s, asked.begin_s);
    joules += seconds * windows[i].watts;
    covered += seconds;
  }
  if (covered < least_share * (asked.end_s - asked.begin_s)) return std::nullopt;
  return joules / covered;
}

}  // namespace

Windows windows_of(std::vector<MeterRow> rows, bool of_cards, LineFaults& faults,
                   std::vector<std::string>& notes) {
  complete(rows);
  Windows windows;
  if (of_cards && comes_in_bursts(rows)) {
    faults.add(rows[1].line, "lines come in bursts", several_cards_hint);
    return windows;
  }
  leave_out_gaps(rows, notes);
  const char* const hint = of_cards
                               ? several_cards_hint
                               : "a line for each time, or times with digits behind the second";
  for (const MeterRow& row : rows) add_window(row, hint, faults, windows);
  return windows;
}

Windows sum_of(const std::vector<Windows>& meters) {
  if (meters.empty()) return {};
  Windows sums;
  std::vector<std::size_t> first(meters.size(), 0);
  for (Window window : meters.front()) {
    bool all = true;
    const Window asked = window;
    for (std::size_t i = 1; i < meters.size() && all; ++i) {
      const auto watts = mean_over(meters[i], asked, first[i]);
      all = watts.has_value();
      window.watts += watts.value_or(0);
    }
    if (all) sums.push_back(window);
  }
  return sums;
}

}  // namespace hpcast::meter
