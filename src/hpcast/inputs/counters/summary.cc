#include "hpcast/inputs/counters/summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::counters {

namespace {

struct ColumnTotal {
  double sum = 0;
  double weighted = 0;  // by time
  double time = 0;
  double variance = 0;
  double running = 1;
  std::size_t counted = 0;
};

// Regions are parts of the whole program, and threads of all together, where those have rows.
std::vector<bool> parts_of_others(const Table& table, const Column& column) {
  bool whole = false;
  std::set<std::pair<double, std::uint32_t>> together;  // start and region
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row& row = table.rows[i];
    if (std::isnan(column.values[i])) continue;
    whole |= row.region == 0;
    if (row.thread == 0) together.emplace(row.start_s, row.region);
  }
  std::vector<bool> is_part;
  for (const Row& row : table.rows)
    is_part.push_back((whole && row.region != 0) ||
                      (row.thread != 0 && together.count({row.start_s, row.region}) > 0));
  return is_part;
}

ColumnTotal total_of(const Table& table, const Column& column) {
  ColumnTotal total;
  const std::vector<bool> is_part = parts_of_others(table, column);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double value = column.values[i];
    if (std::isnan(value)) continue;
    if (is_part[i]) {
      ++total.counted;
      continue;
    }
    ++total.counted;
    total.sum += value;
    total.weighted += value * table.rows[i].duration_s;
    total.time += table.rows[i].duration_s;
    if (!column.running.empty()) total.running = std::min(total.running, column.running[i]);
    if (!column.spread.empty() && !std::isnan(column.spread[i]))
      total.variance += std::pow(column.spread[i] * value, 2);
  }
  return total;
}

// Of the rows in which the column was counted; null: of all.
double time_of(const Table& table, const Column* column) {
  const auto counts = [&](std::size_t row) {
    return column == nullptr || !std::isnan(column->values[row]);
  };
  bool whole = false;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    whole |= counts(i) && table.rows[i].region == 0;
  std::map<std::uint32_t, double> times;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (counts(i) && (!whole || table.rows[i].region == 0))
      times[table.rows[i].thread] += table.rows[i].duration_s;
  double longest = 0;
  for (const auto& [thread, time] : times) longest = std::max(longest, time);
  return longest;
}

const char* symbol_of(Unit unit) {
  switch (unit) {
    case Unit::seconds:
      return "s";
    case Unit::bytes:
      return "B";
    case Unit::joules:
      return "J";
    case Unit::watts:
      return "W";
    case Unit::hertz:
      return "Hz";
    case Unit::volts:
      return "V";
    case Unit::events:
    case Unit::cycles:
      break;
  }
  return "";
}

std::string scaled(double value, const std::string& unit) {
  return unit.empty() ? format_count(value) : format_scaled(value, unit);
}

std::string remarks_on(const ColumnTotal& total, std::size_t rows) {
  std::string text;
  const auto add = [&](const std::string& remark) { add_item(text, remark, "; "); };
  if (total.variance > 0 && total.sum > 0)
    add("spread " + format_percent(std::sqrt(total.variance) / total.sum));
  if (total.running < 1) add("counted " + format_percent(total.running) + " of the time");
  if (total.counted < rows) add(fmt::format("in {} of {} rows", total.counted, rows));
  return text;
}

std::string column_line(const Table& table, const Column& column, std::size_t width) {
  const ColumnTotal total = total_of(table, column);
  const double time = time_of(table, &column);
  const std::string unit = symbol_of(column.unit);
  std::string value = "-", rate;
  if (is_average(column.unit)) {
    if (total.time > 0) value = scaled(total.weighted / total.time, unit);
  } else if (total.counted > 0) {
    value = scaled(total.sum, unit);
    const std::string rate_unit = column.unit == Unit::joules ? "W" : unit + "/s";
    if (time > 0) rate = format_scaled(total.sum / time, rate_unit);
  }
  std::string line = fmt::format("{:{}}  {:>9}  {:>11}  {}", column.name, width, value, rate,
                                 remarks_on(total, table.rows.size()));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string headline(const Table& table) {
  std::set<double> starts;
  for (const Row& row : table.rows) starts.insert(row.start_s);
  const double time = time_of(table);
  std::string text = (time > 0 ? format_time(time) : "time not known") + ", counted by " +
                     table.source + ": " + counted(table.columns.size(), "counter");
  if (starts.size() > 1) text += ", " + counted(starts.size(), "interval");
  if (table.threads.size() > 1) text += ", " + counted(table.threads.size() - 1, "thread");
  if (table.regions.size() > 1) text += ", " + counted(table.regions.size() - 1, "region");
  return text + "\n";
}

// In the catalogue's order, then the others.
std::vector<const Column*> columns_in_order(const Table& table) {
  std::vector<const Column*> ordered;
  for (const CounterInfo& info : catalogue())
    if (const Column* column = table.column(info.name)) ordered.push_back(column);
  for (const Column& column : table.columns)
    if (find(column.name) == nullptr) ordered.push_back(&column);
  return ordered;
}

}  // namespace

double time_of(const Table& table) { return time_of(table, nullptr); }

std::string summary(const Table& table) {
  std::string text = headline(table);
  std::size_t width = 7;
  for (const Column& column : table.columns) width = std::max(width, column.name.size());
  if (!table.columns.empty())
    text += fmt::format("\n{:{}}  {:>9}  {:>11}\n", "Counter", width, "total", "rate");
  for (const Column* column : columns_in_order(table)) text += column_line(table, *column, width);
  if (!table.notes.empty()) text += "\nNotes\n";
  for (const std::string& note : table.notes) text += "- " + note + "\n";
  return text;
}

}  // namespace hpcast::counters
