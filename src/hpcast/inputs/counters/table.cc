#include "hpcast/inputs/counters/table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hpcast::counters {

namespace {

constexpr double not_counted = std::numeric_limits<double>::quiet_NaN();

std::uint32_t index_of(std::vector<std::string>& names, std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<std::uint32_t>(at - names.begin());
  if (at == names.end()) names.emplace_back(name);
  return index;
}

}  // namespace

const Column* Table::column(std::string_view name) const {
  const auto at =
      std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
  return at == columns.end() ? nullptr : &*at;
}

Column& Table::column_to_fill(std::string_view name, Unit unit) {
  const auto at =
      std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
  if (at != columns.end()) return *at;
  Column& made = columns.emplace_back();
  made.name = name;
  made.unit = unit;
  made.values.assign(rows.size(), not_counted);
  return made;
}

std::size_t Table::add_row(const Row& row) {
  rows.push_back(row);
  for (Column& column : columns) {
    column.values.push_back(not_counted);
    if (!column.running.empty()) column.running.push_back(1);
    if (!column.spread.empty()) column.spread.push_back(not_counted);
  }
  return rows.size() - 1;
}

void note_once(Table& table, const std::string& text) {
  if (std::find(table.notes.begin(), table.notes.end(), text) == table.notes.end())
    table.notes.push_back(text);
}

double end_of(const Table& table) {
  double end = 0;
  for (const Row& row : table.rows) end = std::max(end, row.start_s + row.duration_s);
  return end;
}

std::string at_latency(std::string_view counter, double latency_s) {
  return fmt::format("{}@{:g}ns", counter, 1e9 * latency_s);
}

double spread_of_sum(double a, double spread_a, double b, double spread_b) {
  if (std::isnan(spread_a) && std::isnan(spread_b)) return not_counted;
  if (!(a + b > 0)) return 0;
  const auto deviation = [](double value, double spread) {
    return std::isnan(spread) ? 0 : value * spread;
  };
  return std::hypot(deviation(a, spread_a), deviation(b, spread_b)) / (a + b);
}

Mean mean_of(std::span<const double> values, double spread_of_one) {
  const auto n = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  if (n < 2) return {mean, spread_of_one};
  return {mean, mean == 0 ? 0 : std::sqrt(squares / (n - 1) / n) / mean};
}

std::uint32_t Table::thread_index(std::string_view name) { return index_of(threads, name); }
std::uint32_t Table::region_index(std::string_view name) { return index_of(regions, name); }

}  // namespace hpcast::counters
