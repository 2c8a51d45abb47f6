#include "hpcast/inputs/counters/merge.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/proportions.h"

namespace hpcast::counters {

namespace {

using RowKey = std::tuple<std::size_t, std::string, std::string>;  // interval, thread, region
using RowIndex = std::map<RowKey, std::size_t>;

std::vector<double> starts_of(const Table& table) {
  std::set<double> starts;
  for (const Row& row : table.rows) starts.insert(row.start_s);
  return {starts.begin(), starts.end()};
}

RowIndex rows_by_key(const Table& table) {
  const std::vector<double> starts = starts_of(table);
  RowIndex index;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row& row = table.rows[i];
    const auto interval = std::lower_bound(starts.begin(), starts.end(), row.start_s);
    index.emplace(RowKey{static_cast<std::size_t>(interval - starts.begin()),
                         table.threads[row.thread], table.regions[row.region]},
                  i);
  }
  return index;
}

std::string describe_row(const RowKey& key) {
  const auto& [interval, thread, region] = key;
  std::string text = fmt::format("interval {}", interval + 1);
  if (!thread.empty()) text += ", " + thread;
  if (!region.empty()) text += ", " + region;
  return text;
}

void refuse_lack(const std::string& who, const RowKey& key, const std::string& other) {
  throw InputError(
      fmt::format("{}: has no row for {}, which {} has", who, describe_row(key), other),
      "tables are put side by side when their runs had the same threads, regions "
      "and intervals");
}

void refuse_differences(const std::vector<NamedTable>& runs, const std::vector<RowIndex>& rows) {
  for (std::size_t i = 1; i < runs.size(); ++i) {
    for (const auto& [key, row] : rows[0])
      if (rows[i].count(key) == 0) refuse_lack(runs[i].name, key, runs[0].name);
    for (const auto& [key, row] : rows[i])
      if (rows[0].count(key) == 0) refuse_lack(runs[0].name, key, runs[i].name);
  }
}

// Intervals that all runs had.
std::size_t drop_surplus(const std::vector<NamedTable>& runs, std::vector<RowIndex>& rows) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max(), most = 0;
  for (const NamedTable& run : runs) {
    fewest = std::min(fewest, starts_of(run.table).size());
    most = std::max(most, starts_of(run.table).size());
  }
  for (RowIndex& index : rows)
    std::erase_if(index, [&](const auto& entry) { return std::get<0>(entry.first) >= fewest; });
  return most - fewest;
}

class Merger {
 public:
  Merger(const std::vector<NamedTable>& runs, std::vector<RowIndex> rows)
      : runs_(runs), rows_(std::move(rows)) {}

  Table merged(std::size_t dropped);

 private:
  void add_rows();
  void add_notes(std::size_t dropped);
  void add_column(const std::string& name);
  void set_mean(Column& column, std::size_t row, const std::vector<double>& values,
                double own_spread);
  void note_times();

  const std::vector<NamedTable>& runs_;
  std::vector<RowIndex> rows_;
  std::vector<RowKey> keys_;  // by row
  Table table_;
};

void Merger::add_rows() {
  // In the first table's order of names.
  for (const std::string& name : runs_[0].table.threads) table_.thread_index(name);
  for (const std::string& name : runs_[0].table.regions) table_.region_index(name);
  std::vector<std::pair<std::size_t, RowKey>> ordered;
  for (const auto& [key, row] : rows_[0]) ordered.emplace_back(row, key);
  std::sort(ordered.begin(), ordered.end());
  for (const auto& [first_row, key] : ordered) {
    Row row = runs_[0].table.rows[first_row];
    double start = 0, duration = 0;
    int timed = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const Row& other = runs_[i].table.rows[rows_[i].at(key)];
      if (other.duration_s <= 0) continue;
      start += other.start_s;
      duration += other.duration_s;
      ++timed;
    }
    if (timed > 0) row.start_s = start / timed;
    if (timed > 0) row.duration_s = duration / timed;
    table_.rows.push_back(row);
    keys_.push_back(key);
  }
}

void Merger::set_mean(Column& column, std::size_t row, const std::vector<double>& values,
                      double own_spread) {
  if (values.empty()) return;
  const Mean mean = mean_of(values, own_spread);
  column.values[row] = mean.value;
  column.spread[row] = mean.spread;
}

void Merger::add_column(const std::string& name) {
  std::vector<std::pair<std::size_t, const Column*>> sources;
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (const Column* column = runs_[i].table.column(name)) sources.emplace_back(i, column);
  for (const auto& [run, column] : sources)
    if (column->unit != sources[0].second->unit)
      throw InputError(fmt::format("{}: {} is in {}, in {} it is in {}", runs_[run].name, name,
                                   name_of(column->unit), runs_[sources[0].first].name,
                                   name_of(sources[0].second->unit)));
  Column& merged = table_.column_to_fill(name, sources[0].second->unit);
  merged.running.assign(keys_.size(), 1);
  merged.spread.assign(keys_.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < keys_.size(); ++row) {
    std::vector<double> values;
    double spread = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [run, column] : sources) {
      const std::size_t at = rows_[run].at(keys_[row]);
      if (std::isnan(column->values[at])) continue;
      values.push_back(column->values[at]);
      if (!column->running.empty())
        merged.running[row] = std::min(merged.running[row], column->running[at]);
      if (!column->spread.empty()) spread = column->spread[at];
    }
    set_mean(merged, row, values, spread);
  }
  const auto is_whole = [](double share) { return share >= 1; };
  if (std::all_of(merged.running.begin(), merged.running.end(), is_whole)) merged.running.clear();
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (std::all_of(merged.spread.begin(), merged.spread.end(), is_nan)) merged.spread.clear();
}

void Merger::note_times() {
  double shortest = std::numeric_limits<double>::infinity(), longest = 0;
  for (const NamedTable& run : runs_) {
    const double length = end_of(run.table);
    if (length <= 0) continue;  // not known
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  constexpr double alike = 1.05;
  if (longest > alike * shortest)
    table_.notes.push_back(
        fmt::format("the runs took {:.3g} to {:.3g} s; times are their means", shortest, longest));
}

void Merger::add_notes(std::size_t dropped) {
  for (const NamedTable& run : runs_)
    for (const std::string& note : run.table.notes) note_once(table_, note);
  for (const std::string& doubt : doubts_of_proportions(table_)) note_once(table_, doubt);
  note_times();
  if (dropped > 0)
    table_.notes.push_back(
        fmt::format("not all runs had the last {} intervals, which are left out", dropped));
}

Table Merger::merged(std::size_t dropped) {
  std::set<std::string> sources;
  for (const NamedTable& run : runs_)
    if (sources.insert(run.table.source).second) add_item(table_.source, run.table.source);
  add_rows();
  for (const NamedTable& run : runs_)
    for (const Column& column : run.table.columns)
      if (table_.column(column.name) == nullptr) add_column(column.name);
  add_notes(dropped);
  return std::move(table_);
}

}  // namespace

Table merge(const std::vector<NamedTable>& runs, Surplus surplus) {
  if (runs.size() == 1) return runs[0].table;
  std::vector<RowIndex> rows;
  for (const NamedTable& run : runs) rows.push_back(rows_by_key(run.table));
  const std::size_t dropped = surplus == Surplus::drop ? drop_surplus(runs, rows) : 0;
  refuse_differences(runs, rows);
  return Merger(runs, std::move(rows)).merged(dropped);
}

}  // namespace hpcast::counters
