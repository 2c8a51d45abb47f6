#include "hpcast/inputs/counters/whole_sums.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "hpcast/base/text.h"

namespace hpcast::counters {

namespace {

using RowsOfStretch = std::vector<std::size_t>;

std::vector<RowsOfStretch> rows_by_stretch(const Table& table) {
  std::map<std::pair<double, std::uint32_t>, RowsOfStretch> found;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    found[{table.rows[i].start_s, table.rows[i].region}].push_back(i);
  std::vector<RowsOfStretch> stretches;
  for (auto& [key, rows] : found) stretches.push_back(std::move(rows));
  return stretches;
}

class SumsOfColumn {
 public:
  SumsOfColumn(const Table& table, const Column& column, const NotCounted& where)
      : table_(table), column_(column), not_counted_(where) {}

  // The threads that make the sum over these rows lack.
  RowsOfStretch lacking(const RowsOfStretch& rows) const {
    RowsOfStretch found;
    bool any = false;
    for (const std::size_t row : rows) {
      const bool is_counted = !std::isnan(column_.values[row]);
      if (is_counted && table_.rows[row].thread == 0) return {};
      any |= is_counted;
      if (not_counted_.told[row] && (not_counted_.is_of_everybody || has_run(row)))
        found.push_back(row);
    }
    if (!any || (!not_counted_.is_of_everybody && did_next_to_nothing(found, rows))) return {};
    return found;
  }

 private:
  bool has_run(std::size_t row) const {
    return std::any_of(table_.columns.begin(), table_.columns.end(), [&](const Column& other) {
      return &other != &column_ && !is_average(other.unit) && other.values[row] > 0;
    });
  }

  bool did_next_to_nothing(const RowsOfStretch& some, const RowsOfStretch& all) const {
    constexpr double next_to_nothing = 0.01;
    for (const char* const name : {"cpu_time", "cycles", "instructions"}) {
      const Column* const time = table_.column(name);
      if (time == nullptr || time == &column_) continue;
      double of_some = 0, of_all = 0;
      for (const std::size_t row : some) of_some += time->values[row];
      for (const std::size_t row : all) of_all += std::max(0.0, time->values[row]);  // NaN: 0
      if (!std::isnan(of_some) && of_all > 0) return of_some < next_to_nothing * of_all;
    }
    return false;
  }

  const Table& table_;
  const Column& column_;
  const NotCounted& not_counted_;
};

std::string note_on_sum(const Table& table, const std::string& counter,
                        const std::set<std::uint32_t>& threads, std::size_t dropped,
                        std::size_t stretches) {
  constexpr std::size_t most_names = 4;
  std::string names;
  std::size_t left = threads.size();
  for (const std::uint32_t thread : threads) {
    if (left + most_names == threads.size()) break;
    add_item(names, table.threads[thread]);
    --left;
  }
  if (left > 0) names += fmt::format(" and {} more", left);
  return fmt::format(
      "{}: not counted on {}, which ran too: a sum without would be a part; left out{}", counter,
      names,
      dropped == stretches ? ""
                           : fmt::format(" in {} of {} intervals and regions", dropped, stretches));
}

}  // namespace

std::vector<std::string> drop_sums_of_some_threads(
    Table& table, const std::map<std::string, NotCounted, std::less<>>& by_column) {
  const std::vector<RowsOfStretch> stretches = rows_by_stretch(table);
  std::vector<std::string> notes;
  std::vector<std::pair<std::size_t, std::size_t>> dropped;  // column and row
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto told = by_column.find(table.columns[i].name);
    if (told == by_column.end()) continue;
    const SumsOfColumn sums(table, table.columns[i], told->second);
    std::set<std::uint32_t> threads;
    std::size_t count = 0;
    for (const RowsOfStretch& rows : stretches) {
      const RowsOfStretch lacking = sums.lacking(rows);
      if (lacking.empty()) continue;
      ++count;
      for (const std::size_t row : lacking) threads.insert(table.rows[row].thread);
      for (const std::size_t row : rows) dropped.emplace_back(i, row);
    }
    if (count > 0)
      notes.push_back(note_on_sum(table, table.columns[i].name, threads, count, stretches.size()));
  }
  std::set<std::string> emptied;
  for (const auto& [column, row] : dropped) {
    table.columns[column].values[row] = std::numeric_limits<double>::quiet_NaN();
    emptied.insert(table.columns[column].name);
  }
  std::erase_if(table.columns, [&](const Column& column) {
    return emptied.count(column.name) > 0 &&
           std::all_of(column.values.begin(), column.values.end(),
                       [](double value) { return std::isnan(value); });
  });
  return notes;
}

}  // namespace hpcast::counters
