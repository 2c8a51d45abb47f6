// A table with a line of names. docs/counters.md has the names that are no counters.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hpcast/inputs/counters/csv_clock.h"
#include "hpcast/inputs/counters/date_time.h"
#include "hpcast/inputs/counters/own_csv.h"
#include "hpcast/inputs/counters/readers.h"
#include "hpcast/inputs/counters/source_units.h"
#include "hpcast/inputs/counters/table_builder.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

enum class Role {
  start,
  duration,
  end,
  some_time,  // a start, a duration, an end
  thread,
  region,
  counter,
  running,
  spread,
  ignored
};

struct CsvColumn {
  Role role = Role::counter;
  std::string name;    // of the counter
  std::string unit;    // behind the name, in brackets
  TimeColumn time;     // of the end
  double unit_s = 1;   // of starts and durations
  std::string thread;  // of "NAME.core3"
};

struct CsvTimes {
  double start = 0, end = 0;  // of the interval that a column of times tells
};

Role role_of(const std::string& name, const Aliases& aliases) {
  if (unit_of_starts(name)) return Role::start;
  if (unit_of_durations(name)) return Role::duration;
  if (time_column(name)) return Role::end;
  if (may_tell_the_time(name) && aliases.find(name).empty()) return Role::some_time;
  if (name == "thread") return Role::thread;
  if (name == "region") return Role::region;
  return Role::counter;
}

bool cut_off(std::string& text, std::string_view tail) {
  if (text.size() <= tail.size() || !text.ends_with(tail)) return false;
  text.resize(text.size() - tail.size());
  return true;
}

// "energy [mJ]"
void cut_unit(CsvColumn& column) {
  const std::size_t open = column.name.rfind('[');
  if (open == std::string::npos || !column.name.ends_with(']')) return;
  const std::string unit = column.name.substr(open + 1, column.name.size() - open - 2);
  if (!source_unit(unit) && !is_level_unit(unit)) return;
  column.unit = unit;
  column.name = trimmed(std::string_view(column.name).substr(0, open));
}

// "cycles.core3" is what core 3 counted.
void cut_core(CsvColumn& column) {
  const std::size_t dot = column.name.rfind(".core");
  if (dot == std::string::npos || dot + 5 == column.name.size()) return;
  const std::string digits = column.name.substr(dot + 5);
  if (digits.find_first_not_of("0123456789") != std::string::npos) return;
  column.thread = column.name.substr(dot + 1);
  column.name.resize(dot);
}

CsvColumn csv_column(std::string_view field, const Aliases& aliases) {
  CsvColumn column;
  column.name = trimmed(field);
  column.role = role_of(column.name, aliases);
  if (column.role == Role::end) column.time = *time_column(column.name);
  if (column.role == Role::start) column.unit_s = *unit_of_starts(column.name);
  if (column.role == Role::duration) column.unit_s = *unit_of_durations(column.name);
  if (column.role != Role::counter) return column;
  if (cut_off(column.name, ":running")) column.role = Role::running;
  if (cut_off(column.name, ":spread")) column.role = Role::spread;
  cut_core(column);
  cut_unit(column);
  return column;
}

char separator_of_header(std::string_view header) {
  for (const char c : {'\t', ';'})
    if (header.find(c) != std::string_view::npos) return c;
  return ',';
}

class CsvReader {
 public:
  CsvReader(const Aliases& aliases, LineFaults& faults)
      : aliases_(aliases), faults_(faults), builder_("csv", aliases, faults) {}

  void read(std::string_view line, std::size_t number) {
    if (columns_.empty())
      read_header(line, number);
    else
      read_row(line, number);
  }
  // The first two times that differ, of the lines behind the header, tell what clock it is.
  void find_clock(std::string_view line);
  bool wants_clock() const { return clock_column_ && !(first_time_ && next_time_); }
  void set_clock(const std::string& file);
  // The next line has no end.
  void expect_cut() { is_cut_ = true; }
  Table finish(const std::string& file);

 private:
  void read_header(std::string_view line, std::size_t number);
  void drop_further_times();
  void ignore(CsvColumn& column);
  void judge_some_times(std::size_t number);
  std::optional<double> time_in(std::string_view text);
  void read_end(std::string_view text, std::size_t column, std::size_t number);
  void read_row(std::string_view line, std::size_t number);
  void read_place(const std::vector<std::string>& fields, std::size_t number);
  void read_counter(const std::vector<std::string>& fields, std::size_t column, std::size_t number);
  double share_of(const std::vector<std::string>& fields, Role role, const CsvColumn& counter,
                  double fallback, std::size_t number);
  bool has(Role role) const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const CsvColumn& c) { return c.role == role; });
  }

  const Aliases& aliases_;
  LineFaults& faults_;
  TableBuilder builder_;
  char separator_ = ',';
  std::vector<CsvColumn> columns_;
  bool ends_with_separator_ = false;         // each line
  bool is_cut_ = false;                      // perhaps, the last line
  std::optional<std::size_t> clock_column_;  // that of the role `end`
  std::optional<double> first_time_, next_time_;
  std::optional<CsvClock> clock_;
  CsvTimes times_;
  Row place_;
  std::string thread_, region_;
  bool at_the_beginning_ = false;  // a sample over time, before any time has passed
  std::set<std::tuple<double, std::string, std::string>> places_;
};

void CsvReader::read_header(std::string_view line, std::size_t number) {
  separator_ = separator_of_header(line);
  std::vector<std::string> names = csv_fields(line, separator_);
  for (std::string& name : names) name = trimmed(name);
  ends_with_separator_ = names.size() > 1 && names.back().empty();
  if (ends_with_separator_) names.pop_back();
  for (const std::string& name : names) {
    columns_.push_back(csv_column(name, aliases_));
    if (columns_.back().name.empty()) faults_.add(number, "a column has no name");
    if (std::count(names.begin(), names.end(), name) > 1)
      faults_.add(number, "two columns have the name " + hpcast::quoted(name));
  }
  if (!has(Role::counter) || to_number(trimmed(names[0])))
    faults_.add(number, "the first line names no counters",
                "as in: start_s,duration_s,thread,region,cycles,llc_misses");
  judge_some_times(number);
  faults_.throw_if_any();
  drop_further_times();
}

void CsvReader::ignore(CsvColumn& column) {
  column.role = Role::ignored;
  builder_.note("the column " + column.name + " was not read: another one tells the time");
}

// Where no other column tells the time, these do.
void CsvReader::judge_some_times(std::size_t number) {
  const bool told = has(Role::end) || has(Role::duration);
  for (CsvColumn& column : columns_)
    if (column.role == Role::some_time && told)
      ignore(column);
    else if (column.role == Role::some_time)
      faults_.add(
          number,
          fmt::format("{} does not say what time it is, in which unit",
                      hpcast::quoted(column.name)),
          "call it time_s where it is when a row's interval ended, duration_s where it is "
          "how long that took, start_s where it began; or time_ms, duration [us] and so on");
}

// One column tells the time.
void CsvReader::drop_further_times() {
  const bool told = has(Role::start);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].role != Role::end) continue;
    if (!told && !clock_column_) {
      clock_column_ = i;
      continue;
    }
    ignore(columns_[i]);
  }
}

// Of the column that tells it: a number, or a date as seconds since 1970.
std::optional<double> CsvReader::time_in(std::string_view text) {
  const TimeColumn& column = columns_[*clock_column_].time;
  if (const auto number = to_number(text)) return number;
  const auto date = date_time_in(text, column.zone);
  if (!date || column.unit_s) return std::nullopt;
  if (date->local_zone)
    builder_.note("the dates name no time zone: they were taken to be of this host's");
  return date->unix_s;
}

void CsvReader::find_clock(std::string_view line) {
  const std::vector<std::string> fields = csv_fields(line, separator_);
  if (*clock_column_ >= fields.size()) return;
  const auto time = time_in(trimmed(fields[*clock_column_]));
  if (!time) return;
  if (!first_time_)
    first_time_ = time;
  else if (*time != *first_time_)
    next_time_ = time;
}

void CsvReader::set_clock(const std::string& file) {
  if (!first_time_) return;
  const CsvColumn& column = columns_[*clock_column_];
  clock_.emplace(column.time, *first_time_, next_time_);
  if (!clock_->knows_its_unit())
    throw InputError({file,
                      0,
                      {},
                      fmt::format("{}: {:.10g} s is no time of a run, nor since 1970", column.name,
                                  *first_time_),
                      fmt::format("name the unit, as in: {} [us]", column.name)});
  if (const std::string note = clock_->note(column.name); !note.empty()) builder_.note(note);
  if (clock_->began_unix_s()) builder_.set_began(*clock_->began_unix_s());
}

void CsvReader::read_end(std::string_view text, std::size_t column, std::size_t number) {
  const std::optional<double> value = time_in(text);
  if (!value || *value < 0)
    return faults_.add(
        number, fmt::format("{}: {} is no time", columns_[column].name, hpcast::quoted(text)),
        "times are numbers, since the start of the run or, as date +%s.%N prints "
        "them, since 1970; or dates in a column without a unit, as 'time (UTC)': "
        "2026-11-24T09:30:00Z");
  if (!clock_) return;
  const double end = clock_->seconds(*value);
  at_the_beginning_ = *value == 0;
  if (end < times_.end) faults_.add(number, fmt::format("the time goes back to {} s", end));
  if (end > times_.end) times_ = {times_.end, end};
  place_.start_s = times_.start;
  if (!has(Role::duration)) place_.duration_s = times_.end - times_.start;
}

void CsvReader::read_place(const std::vector<std::string>& fields, std::size_t number) {
  place_ = {};
  at_the_beginning_ = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string text(trimmed(fields[i]));
    const Role role = columns_[i].role;
    if (role == Role::thread) thread_ = text;
    if (role == Role::region) region_ = text;
    if (role == Role::end) read_end(text, i, number);
    if (role != Role::start && role != Role::duration) continue;
    const auto value = counter_value(text, columns_[i].name, number, faults_);
    if (!value) continue;
    (role == Role::start ? place_.start_s : place_.duration_s) = *value * columns_[i].unit_s;
  }
}

double CsvReader::share_of(const std::vector<std::string>& fields, Role role,
                           const CsvColumn& counter, double fallback, std::size_t number) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const CsvColumn& column = columns_[i];
    if (column.role != role || column.name != counter.name || column.thread != counter.thread)
      continue;
    const std::string_view text = trimmed(fields[i]);
    if (text.empty()) return fallback;
    return counter_value(text, column.name, number, faults_).value_or(fallback);
  }
  return fallback;
}

void CsvReader::read_counter(const std::vector<std::string>& fields, std::size_t column,
                             std::size_t number) {
  const CsvColumn& counter = columns_[column];
  Sample sample;
  sample.name = counter.name;
  sample.unit = counter.unit;
  sample.line = number;
  const std::string_view text = trimmed(fields[column]);
  if (!text.empty()) {
    // Where commas separate the values, one within quotes groups digits, or is a decimal point.
    if (separator_ == ',' && text.find(',') != std::string_view::npos)
      return faults_.add(number, fmt::format("{}: {} is no number: a comma stands in it",
                                             counter.name, hpcast::quoted(text)));
    if (text.find(':') != std::string_view::npos && date_time_in(text))
      return faults_.add(number,
                         fmt::format("{}: {} is a date", counter.name, hpcast::quoted(text)),
                         "a column of times is called time, timestamp, date or datetime, also "
                         "with a unit or UTC behind it: time (UTC)");
    const auto value = counter_value(text, counter.name, number, faults_);
    if (!value) return;
    sample.value = *value;
    sample.spread = share_of(fields, Role::spread, counter, sample.spread, number);
    sample.running = share_of(fields, Role::running, counter, 1, number);
    if (sample.running > 1 || sample.running == 0)
      faults_.add(number, counter.name + ":running is a share: more than 0, up to 1");
  }
  const std::string& thread = counter.thread.empty() ? thread_ : counter.thread;
  builder_.add(builder_.row(place_.start_s, place_.duration_s, thread, region_), sample);
}

void CsvReader::read_row(std::string_view line, std::size_t number) {
  std::vector<std::string> fields = csv_fields(line, separator_);
  if (ends_with_separator_ && fields.size() == columns_.size() + 1 &&
      trimmed(fields.back()).empty())
    fields.pop_back();
  if (is_cut_ && fields.size() < columns_.size())
    return faults_.add(number, "the file ends in the middle of a line: it was cut");
  if (is_cut_)
    builder_.note(
        "the last line has no end: were the file cut there, its last value would be, too");
  if (fields.size() != columns_.size())
    return faults_.add(
        number, fmt::format("{} values in a table of {} columns", fields.size(), columns_.size()));
  read_place(fields, number);
  if (at_the_beginning_)
    return builder_.note("what the file has at time 0 stands for no time, and is left out");
  if (!places_.emplace(place_.start_s, thread_, region_).second)
    return faults_.add(number, "a row of the same time, thread and region stands above",
                       clock_column_ || has(Role::start)
                           ? ""
                           : "no column tells the time: call one time_s, timestamp, or start_s and "
                             "duration_s");
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].role == Role::counter) read_counter(fields, i, number);
}

Table CsvReader::finish(const std::string& file) {
  faults_.throw_if_any();
  if (builder_.empty()) throw InputError({file, 0, {}, "the table has no row", {}});
  if (!has(Role::duration) && !has(Role::end))
    builder_.note("the file does not say how long the run took: there is no column duration_s");
  return builder_.finish();
}

}  // namespace

Table read_csv(std::string_view text, const std::string& file, const Aliases& aliases) {
  if (is_own_csv(text)) return read_own_csv(text, file);
  Lines lines(text, file);
  LineFaults faults(file);
  CsvReader reader(aliases, faults);
  const auto is_row = [](std::string_view line) {
    return !trimmed(line).empty() && !trimmed(line).starts_with('#');
  };
  while (lines.next())
    if (is_row(lines.line())) {
      reader.read(lines.line(), lines.number());
      break;
    }
  for (Lines ahead = lines; reader.wants_clock() && ahead.next();)
    if (is_row(ahead.line())) reader.find_clock(ahead.line());
  reader.set_clock(file);
  while (lines.next()) {
    if (!is_row(lines.line())) continue;
    if (lines.cut()) reader.expect_cut();
    reader.read(lines.line(), lines.number());
  }
  return reader.finish(file);
}

}  // namespace hpcast::counters
