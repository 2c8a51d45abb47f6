#include "hpcast/inputs/counters/csv_clock.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "hpcast/inputs/counters/possible.h"
#include "hpcast/inputs/counters/source_units.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

std::optional<double> unit_in_seconds(std::string_view word) {
  const auto unit = source_unit(word);
  if (!unit || unit->unit != Unit::seconds) return std::nullopt;
  return unit->factor;
}

// "timestamp_ms", "time [ms]" and "time (utc)" into name and unit or zone.
std::string_view cut_unit_of_time(std::string_view name, TimeColumn& column) {
  const std::size_t open = name.find_first_of("[(");
  if (open != std::string_view::npos && open + 2 < name.size()) {
    const std::string_view unit = trimmed(name.substr(open + 1, name.size() - open - 2));
    column.unit_s = unit_in_seconds(unit);
    if (names_utc(unit)) column.zone = Zone::utc;
    return column.unit_s || names_utc(unit) ? trimmed(name.substr(0, open)) : name;
  }
  const std::size_t line = name.rfind('_');
  if (line == std::string_view::npos) return name;
  column.unit_s = unit_in_seconds(name.substr(line + 1));
  return column.unit_s ? name.substr(0, line) : name;
}

std::string in_lower_case(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Where the name is one of these, and a unit.
template <std::size_t N>
std::optional<double> unit_behind(std::string_view name,
                                  const std::array<std::string_view, N>& names) {
  const std::string lower = in_lower_case(name);
  TimeColumn column;
  const std::string_view plain = cut_unit_of_time(lower, column);
  if (std::find(names.begin(), names.end(), plain) == names.end()) return std::nullopt;
  return column.unit_s;
}

bool is_between_words(char c) { return c == '_' || c == ' ' || c == '-' || c == '.'; }

}  // namespace

bool is_of_our_days(double unix_s) { return unix_s >= 1e9 && unix_s <= 4e9; }

std::optional<double> unit_since_1970(double time) {
  for (const double unit : {1.0, 1e-3, 1e-6, 1e-9})
    if (is_of_our_days(time * unit)) return unit;
  return std::nullopt;
}

std::optional<TimeColumn> time_column(std::string_view name) {
  const std::string lower = in_lower_case(name);
  TimeColumn column;
  const std::string_view plain = cut_unit_of_time(lower, column);
  constexpr std::array<std::string_view, 13> names{
      "time", "timestamp",    "time_stamp", "unix_time", "unixtime", "unix", "elapsed",
      "ts",   "elapsed_time", "epoch",      "date",      "datetime", "end"};
  if (std::find(names.begin(), names.end(), plain) == names.end()) return std::nullopt;
  return column;
}

std::optional<double> unit_of_starts(std::string_view name) {
  return unit_behind(name, std::array<std::string_view, 3>{"start", "start_time", "begin"});
}

std::optional<double> unit_of_durations(std::string_view name) {
  return unit_behind(name, std::array<std::string_view, 1>{"duration"});
}

bool may_tell_the_time(std::string_view name) {
  constexpr std::array<std::string_view, 23> names{
      "wallclock", "walltime",     "wallclocktime", "wall",        "realtime",      "runtime",
      "totaltime", "uptime",       "endtime",       "localtime",   "start",         "starttime",
      "begin",     "begintime",    "timeofday",     "exectime",    "executiontime", "seconds",
      "secs",      "milliseconds", "microseconds",  "nanoseconds", "elapsedmin"};
  constexpr std::array<std::string_view, 5> parts{"timestamp", "datetime", "wallclock", "walltime",
                                                  "unixtime"};
  const std::string lower = in_lower_case(name);
  TimeColumn column;
  std::string plain(cut_unit_of_time(lower, column));
  const bool is_instant = plain.ends_with("_at") || plain.ends_with(" at");
  std::erase_if(plain, is_between_words);
  return is_instant || plain.starts_with("duration") ||
         std::find(names.begin(), names.end(), plain) != names.end() ||
         std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
           return plain.starts_with(part) || plain.ends_with(part);
         });
}

CsvClock::CsvClock(const TimeColumn& column, double first, std::optional<double> next)
    : unit_s_(column.unit_s.value_or(1)), has_next_(next.has_value()) {
  constexpr double much_longer = 1000;  // than the next interval: no first one is
  if (!column.unit_s) unit_s_ = unit_since_1970(first).value_or(1);
  is_unix_ = is_of_our_days(first * unit_s_);
  knows_its_unit_ = column.unit_s || is_unix_ || first <= longest_run_s;
  const double step = next ? *next - first : 0;
  starts_with_the_run_ = !is_unix_ && !(step > 0 && first > much_longer * step);
  if (starts_with_the_run_) return;
  zero_ = first - step;
  if (is_unix_) began_unix_s_ = zero_ * unit_s_;
}

double CsvClock::seconds(double time) const {
  if (starts_with_the_run_) return time * unit_s_;
  // Seconds since 1970 are told to a fraction of a microsecond by a double.
  constexpr double digits = 1e6;
  return std::round((time - zero_) * unit_s_ * digits) / digits;
}

std::string CsvClock::note(const std::string& column) const {
  if (starts_with_the_run_) return {};
  return column +
         (is_unix_ ? " tells the time since 1970" : " does not count from the start of the run") +
         (has_next_ ? ": the first interval is taken to be as long as the next"
                    : ": how long the one interval took is not known");
}

}  // namespace hpcast::counters
