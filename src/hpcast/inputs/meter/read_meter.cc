#include "hpcast/inputs/meter/read_meter.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/base/median.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/csv_clock.h"
#include "hpcast/inputs/counters/date_time.h"
#include "hpcast/inputs/counters/text_numbers.h"
#include "hpcast/inputs/meter/meter_columns.h"
#include "hpcast/inputs/meter/meter_rows.h"
#include "hpcast/inputs/meter/possible.h"

namespace hpcast::meter {

namespace {

class MeterReader {
 public:
  MeterReader(const std::string& file, LineFaults& faults) : file_(file), faults_(faults) {}

  void read(std::string_view line, std::size_t number, bool is_cut) {
    if (trimmed(line).empty() || trimmed(line).starts_with('#')) return;
    if (!columns_) {
      columns_ = meter_columns(line, number, faults_);
      return faults_.throw_if_any();
    }
    const std::vector<std::string> fields = counters::csv_fields(line, columns_->separator);
    const bool lacks_values = is_cut && fields.size() < columns_->count;
    if (is_cut)
      reading_.notes.emplace_back(
          lacks_values
              ? "the last line is cut, and left out"
              : "the last line has no end: were the file cut there, its last value would be, too");
    if (!lacks_values) read_row(fields, number);
  }
  Reading finish(Writing writing);

 private:
  void read_row(const std::vector<std::string>& fields, std::size_t number);
  std::optional<double> time_in(std::string_view text, std::size_t number);
  std::optional<double> watts_in(std::string_view text, std::size_t number);
  std::optional<double> duration_in(std::string_view text, std::size_t number);
  std::string part_in(const std::vector<std::string>& fields) const;
  void add_up_parts(Writing writing);
  void doubt_values();

  const std::string& file_;
  LineFaults& faults_;
  std::optional<MeterColumns> columns_;
  std::optional<bool> absolute_;
  bool local_zone_ = false;
  std::map<std::string, std::vector<MeterRow>> rows_;  // by card or outlet, where some are told
  Reading reading_;
};

// In the unit named or, without one, in that in which it is a time since 1970. A quotient is nearer
// to what people would write than a product.
double seconds_of(double time, std::optional<double> named_unit_s) {
  const double unit_s = named_unit_s.value_or(counters::unit_since_1970(time).value_or(1));
  return unit_s < 1 ? time / std::round(1 / unit_s) : time * unit_s;
}

std::optional<double> MeterReader::time_in(std::string_view text, std::size_t number) {
  std::optional<double> time = counters::to_number(text);
  if (time) time = seconds_of(*time, columns_->time_unit_s);
  bool absolute = time && counters::is_of_our_days(*time);
  if (time && !absolute && *time > counters::longest_run_s) {
    faults_.add(number, fmt::format("the time {} is none since 1970, nor of a run", text),
                "name the unit, as in time [us]");
    return std::nullopt;
  }
  if (!time) {
    const std::optional<counters::DateTime> date = counters::date_time_in(text, columns_->zone);
    if (!date) {
      faults_.add(number, fmt::format("{} is no time", hpcast::quoted(text)),
                  "seconds, or a date with a time, as 2026-11-24T09:30:00+09:00");
      return std::nullopt;
    }
    absolute = true;
    local_zone_ |= date->local_zone;
    time = date->unix_s;
  }
  if (absolute_.value_or(absolute) != absolute) {
    faults_.add(number, fmt::format("the time {} is {}, those before are not", text,
                                    absolute ? "a date" : "relative"));
    return std::nullopt;
  }
  absolute_ = absolute;
  return time;
}

// "61.30 W", as nvidia-smi writes it: in watts.
std::optional<double> with_unit(std::string_view text) {
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto value = counters::to_number(trimmed(text.substr(0, blank)));
  const auto unit = parse_quantity("1" + std::string(text.substr(blank + 1)), Dimension::watts);
  if (!value || !unit || counters::is_digit(text.back())) return std::nullopt;
  return *value * *unit;
}

// "[N/A]", "[Not Supported]"
bool is_no_value(std::string_view text) {
  return text.empty() || text == "N/A" || (text.starts_with('[') && text.ends_with(']'));
}

// Nothing, and no fault, where the meter had no value.
std::optional<double> MeterReader::watts_in(std::string_view text, std::size_t number) {
  if (is_no_value(text)) return std::nullopt;
  // Where commas separate the values, one within quotes groups digits, or is a decimal point.
  const bool has_comma = columns_->separator == ',' && text.find(',') != std::string_view::npos;
  std::optional<double> value;
  if (!has_comma) value = with_unit(text);
  if (!has_comma && !value)
    if (const auto plain = counters::to_number(text)) value = *plain * columns_->factor;
  if (!value) {
    faults_.add(number, fmt::format("{} is no power", hpcast::quoted(text)),
                "a number, alone or with its unit behind a blank; else the unit stands in the line "
                "of names: power [W]");
    return std::nullopt;
  }
  const double watts = *value;
  if (watts < 0) {
    faults_.add(number, fmt::format("{} watts: a machine gives no power back", watts),
                "the clamp may be on the wrong way round");
    return std::nullopt;
  }
  if (watts > most_watts) {
    faults_.add(number, fmt::format("{} watts is more than any machine takes", watts));
    return std::nullopt;
  }
  return watts;
}

std::optional<double> MeterReader::duration_in(std::string_view text, std::size_t number) {
  const std::optional<double> length = counters::to_number(text);
  if (length && *length > 0) return length;
  faults_.add(number, fmt::format("{} is no duration in seconds", hpcast::quoted(text)));
  return std::nullopt;
}

void MeterReader::read_row(const std::vector<std::string>& fields, std::size_t number) {
  const MeterColumns& c = *columns_;
  if (fields.size() != c.count)
    return faults_.add(number, fmt::format("{} values under {} names", fields.size(), c.count));
  const auto field = [&](std::size_t column) { return trimmed(fields[column]); };
  MeterRow row;
  row.line = number;
  if (c.start) row.begin = time_in(field(*c.start), number);
  if (c.end) row.end = time_in(field(*c.end), number);
  if (c.duration) {
    const double length = duration_in(field(*c.duration), number).value_or(0);
    if (row.begin)
      row.end = *row.begin + length;
    else if (row.end)
      row.begin = *row.end - length;
  }
  row.watts = watts_in(field(c.power), number);
  rows_[part_in(fields)].push_back(row);
}

std::string MeterReader::part_in(const std::vector<std::string>& fields) const {
  std::string part;
  for (const std::size_t column : columns_->part)
    part += (part.empty() ? "" : " ") + std::string(trimmed(fields[column]));
  return part;
}

// Where there is one meter, its windows.
void MeterReader::add_up_parts(Writing writing) {
  const bool of_cards = columns_ && columns_->is_of_cards,
             told_apart = columns_ && !columns_->part.empty();
  std::vector<Windows> parts;
  for (const auto& [part, rows] : rows_) {
    parts.push_back(windows_of(rows, of_cards && !told_apart, faults_, reading_.notes));
    if (parts.back().empty() && rows_.size() > 1 && writing == Writing::done)
      faults_.add(rows.front().line,
                  fmt::format("the {} {} tells no window's power", columns_->kind_of_part, part),
                  of_cards ? "nvidia-smi -i names the cards to read" : "leave its lines out");
  }
  faults_.throw_if_any();
  reading_.windows = sum_of(parts);
  if (parts.size() > 1)
    reading_.notes.push_back(
        fmt::format("power is that of {} together", counted(parts.size(), columns_->kind_of_part)));
  if (of_cards && !told_apart)
    reading_.notes.emplace_back(
        "nvidia-smi's lines have no index: they are taken for those of one graphics card");
}

// Single values that no machine takes among others that it does.
void MeterReader::doubt_values() {
  Windows& windows = reading_.windows;
  std::vector<double> watts;
  for (const Window& window : windows) watts.push_back(window.watts);
  if (watts.empty()) return;
  const double usual = median(watts);
  const double most = std::max(most_watts_of_node, most_times_usual * usual);
  const double worst = *std::max_element(watts.begin(), watts.end());
  if (const std::size_t errors =
          std::erase_if(windows, [&](const Window& window) { return window.watts > most; }))
    reading_.notes.push_back(fmt::format("the meter tells up to {} in {}, and usually {}: left out",
                                         format_scaled(worst, "W"), counted(errors, "window"),
                                         format_scaled(usual, "W")));
  const auto zeros = std::count(watts.begin(), watts.end(), 0);
  if (zeros > 0 && worst > 0)
    reading_.notes.push_back(
        fmt::format("the meter tells 0 W in {}: if it failed there, the mean "
                    "is too low, and they should be empty",
                    counted(static_cast<std::uint64_t>(zeros), "window")));
}

Reading MeterReader::finish(Writing writing) {
  faults_.throw_if_any();
  if (!columns_ && writing == Writing::done)
    throw InputError({file_, 0, {}, "there is no line of names", "time,watts"});
  add_up_parts(writing);
  doubt_values();
  if (reading_.windows.empty() && writing == Writing::done)
    throw InputError(
        {file_,
         0,
         {},
         "no window of the meter is complete",
         columns_->duration ? "" : "without durations it takes two lines to tell one"});
  reading_.absolute = absolute_.value_or(false);
  if (local_zone_)
    reading_.notes.emplace_back(
        "the meter's dates name no time zone: they were taken to be of this host's");
  return std::move(reading_);
}

}  // namespace

Reading meter_in(std::string_view text, const std::string& file, Writing writing) {
  text = text_in(text, file);
  if (writing == Writing::goes_on) text = text.substr(0, text.rfind('\n') + 1);
  if (writing == Writing::goes_on && text.empty()) return {};
  counters::Lines lines(text, file);
  if (!is_utf8(text)) throw InputError({file, 0, {}, "this is no text in UTF-8", {}});
  LineFaults faults(file);
  MeterReader reader(file, faults);
  while (lines.next()) reader.read(lines.line(), lines.number(), lines.cut());
  return reader.finish(writing);
}

Reading read_meter(const std::string& path, Writing writing) {
  return meter_in(read_file(path), path, writing);
}

}  // namespace hpcast::meter
