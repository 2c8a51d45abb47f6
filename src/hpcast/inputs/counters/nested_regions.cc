#include "hpcast/inputs/counters/nested_regions.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "hpcast/inputs/counters/order.h"

namespace hpcast::counters {

namespace {

using Region = std::uint32_t;
using RowsOfPlaces = std::map<std::tuple<Region, double, std::uint32_t>, std::size_t>;

RowsOfPlaces rows_by_place(const Table& table) {
  RowsOfPlaces rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    rows[{table.rows[i].region, table.rows[i].start_s, table.rows[i].thread}] = i;
  return rows;
}

std::optional<std::size_t> same_place(const RowsOfPlaces& rows, const Row& row, Region region) {
  const auto at = rows.find({region, row.start_s, row.thread});
  if (at == rows.end()) return std::nullopt;
  return at->second;
}

// The root of control groups, of which perf names some without a slash at their beginning.
bool is_root(const std::string& name) { return name == "/"; }

bool is_in(const std::string& inner, const std::string& outer) {
  if (is_root(outer)) return inner != outer;
  if (inner.size() <= outer.size() || !inner.starts_with(outer)) return false;
  return outer.ends_with('/') || inner[outer.size()] == '/';
}

// Those of the regions in `outer` that are in no other one in it.
std::vector<Region> directly_in(const Table& table, Region outer) {
  std::vector<Region> inner;
  const std::vector<std::string>& names = table.regions;
  for (Region r = 1; r < names.size(); ++r)
    if (is_in(names[r], names[outer]) &&
        std::none_of(names.begin() + 1, names.end(), [&](const std::string& between) {
          return is_in(names[r], between) && is_in(between, names[outer]);
        }))
      inner.push_back(r);
  return inner;
}

// Where groups of events took turns, the parts may be more than the whole. What was not counted of
// the inner one stays with the outer one.
void subtract(Column& column, std::size_t outer, std::size_t inner) {
  if (std::isnan(column.values[inner])) return;
  column.values[outer] -= column.values[inner];
  if (column.values[outer] < 0) column.values[outer] = 0;
  if (!column.running.empty())
    column.running[outer] = std::min(column.running[outer], column.running[inner]);
}

void subtract(Table& table, const RowsOfPlaces& rows, std::size_t outer,
              const std::vector<Region>& inner) {
  for (const Region region : inner)
    if (const auto row = same_place(rows, table.rows[outer], region))
      for (Column& column : table.columns)
        if (!is_average(column.unit)) subtract(column, outer, *row);
}

// Where nothing was counted, nothing ran.
bool is_idle(const Table& table, std::size_t row) {
  return std::all_of(table.columns.begin(), table.columns.end(),
                     [&](const Column& column) { return std::isnan(column.values[row]); });
}

// A part that lacks makes the sum lack.
void add_part(Column& column, std::size_t whole, std::size_t part) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double& sum = column.values[whole];
  if (!column.spread.empty())
    column.spread[whole] =
        spread_of_sum(sum, column.spread[whole], column.values[part], column.spread[part]);
  if (!column.running.empty())
    column.running[whole] = std::min(column.running[whole], column.running[part]);
  sum = is_average(column.unit) ? none : sum + column.values[part];
}

// A row of the whole program, in which nothing is counted yet.
std::size_t add_whole_row(Table& table, Row row) {
  row.region = 0;
  return table.add_row(row);
}

void begin_sums(Table& table, std::size_t whole) {
  for (Column& column : table.columns) column.values[whole] = 0;
}

// For all that is known of both, `inner` has no more than `outer`.
bool may_be_in(const Table& table, std::size_t inner, std::size_t outer) {
  if (table.rows[inner].duration_s > table.rows[outer].duration_s) return false;
  return std::none_of(table.columns.begin(), table.columns.end(), [&](const Column& column) {
    return !is_average(column.unit) && column.values[inner] > column.values[outer];
  });
}

bool may_be_in(const Table& table, const RowsOfPlaces& rows, const std::vector<std::size_t>& inner,
               Region outer) {
  return std::all_of(inner.begin(), inner.end(), [&](std::size_t i) {
    const auto row = same_place(rows, table.rows[i], outer);
    return row && may_be_in(table, i, *row);
  });
}

}  // namespace

void take_inner_out_of_outer(Table& table) {
  const RowsOfPlaces rows = rows_by_place(table);
  // Outer ones first, while what is in them is whole: a name is behind what it begins with.
  std::map<std::string, Region> in_order;
  for (Region r = 1; r < table.regions.size(); ++r) in_order.emplace(table.regions[r], r);
  for (const auto& [name, outer] : in_order) {
    const std::vector<Region> inner = directly_in(table, outer);
    if (inner.empty()) continue;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      if (table.rows[i].region == outer) subtract(table, rows, i, inner);
    std::vector<std::string> names;
    for (const Region region : inner) names.push_back(table.regions[region]);
    table.notes.push_back(
        fmt::format("{} counted {} too, which is taken out of it where it was counted by itself",
                    name, fmt::join(names, ", ")));
  }
}

void add_regions_together(Table& table) {
  const auto is_whole = [](const Row& row) { return row.region == 0; };
  if (table.regions.size() < 3 || std::any_of(table.rows.begin(), table.rows.end(), is_whole))
    return;
  struct Whole {
    std::size_t row = 0;
    bool is_idle = true;
  };
  std::map<std::pair<double, std::uint32_t>, Whole> wholes;
  const std::size_t parts = table.rows.size();
  for (std::size_t part = 0; part < parts; ++part) {
    const Row row = table.rows[part];
    const auto [at, is_new] = wholes.try_emplace({row.start_s, row.thread});
    Whole& whole = at->second;
    if (is_new) whole.row = add_whole_row(table, row);
    if (is_idle(table, part)) continue;
    if (std::exchange(whole.is_idle, false)) begin_sums(table, whole.row);
    for (Column& column : table.columns) add_part(column, whole.row, part);
  }
  sort_rows(table);
  table.notes.emplace_back(
      "the groups ran at once: what they counted together stands for the whole program");
}

std::string possible_nesting(const Table& table) {
  const RowsOfPlaces rows = rows_by_place(table);
  std::vector<std::vector<std::size_t>> rows_of(table.regions.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) rows_of[table.rows[i].region].push_back(i);
  for (Region inner = 1; inner < table.regions.size(); ++inner)
    for (Region outer = 1; outer < table.regions.size(); ++outer)
      if (inner != outer && may_be_in(table, rows, rows_of[inner], outer))
        return fmt::format(
            "nothing tells whether regions lie in one another, as {} may in {}: where one does, "
            "totals have it twice",
            table.regions[inner], table.regions[outer]);
  return {};
}

}  // namespace hpcast::counters
