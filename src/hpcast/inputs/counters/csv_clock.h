// The clock of a table whose rows tell when their interval ended: from the start of the run or, as
// most loggers write it, since 1970 or since the machine came up.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hpcast/inputs/counters/date_time.h"

namespace hpcast::counters {

// Seconds since 1970 of the years 2001 to 2096.
bool is_of_our_days(double unix_s);
// The unit, in seconds, in which such a time is one since 1970; nothing: in none.
std::optional<double> unit_since_1970(double time);

// A column of such times, by its name: "time", "time_s", "Timestamp [ms]", "time (UTC)".
struct TimeColumn {
  std::optional<double> unit_s;  // where the name has one
  Zone zone = Zone::of_host;     // of dates that name none
};
std::optional<TimeColumn> time_column(std::string_view name);
// The unit, in seconds, of a column of starts or durations that names it: "start_s", "start [us]",
// "duration_ms".
std::optional<double> unit_of_starts(std::string_view name);
std::optional<double> unit_of_durations(std::string_view name);
// "wallclock", "collected_at", "runtime", "duration": a time, but of what, or in which unit, is not
// told. Counters of time have other names: "cpu_time".
bool may_tell_the_time(std::string_view name);

class CsvClock {
 public:
  // By the first time in the table and the next other one. A clock that did not start with the run
  // leaves open when the first interval began: it is taken to be as long as the next.
  CsvClock(const TimeColumn& column, double first, std::optional<double> next);

  // Since the start of the run; throws nothing.
  double seconds(double time) const;
  bool knows_its_unit() const { return knows_its_unit_; }
  std::optional<double> began_unix_s() const { return began_unix_s_; }
  std::string note(const std::string& column) const;  // empty: there is nothing to say

 private:
  double unit_s_ = 1, zero_ = 0;
  bool is_unix_ = false, knows_its_unit_ = true, starts_with_the_run_ = true, has_next_ = false;
  std::optional<double> began_unix_s_;
};

}  // namespace hpcast::counters
