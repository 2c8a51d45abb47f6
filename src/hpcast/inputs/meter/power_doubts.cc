#include "hpcast/inputs/meter/power_doubts.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/proportions.h"
#include "hpcast/inputs/meter/possible.h"

namespace hpcast::meter {

namespace {

using counters::Column;
using counters::Table;
using counters::Unit;

// W by row, of those that have it.
struct Rows {
  std::vector<double> watts;
  std::vector<std::size_t> regions;
};

Rows rows_of(const Table& table, const Column& column) {
  Rows rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double seconds = column.unit == Unit::joules ? table.rows[i].duration_s : 1;
    if (!std::isfinite(column.values[i]) || seconds <= 0) continue;
    rows.watts.push_back(column.values[i] / seconds);
    rows.regions.push_back(table.rows[i].region);
  }
  return rows;
}

// Regions all of whose rows are 0.
std::string standing_still(const Table& table, const Column& column, const Rows& rows) {
  std::vector<std::string> still;
  std::size_t all = 0;
  for (std::size_t region = 0; region < table.regions.size(); ++region) {
    std::size_t known = 0, moved = 0;
    for (std::size_t i = 0; i < rows.watts.size(); ++i) {
      if (rows.regions[i] != region) continue;
      ++known;
      if (rows.watts[i] != 0) ++moved;
    }
    if (known == 0) continue;
    ++all;
    const std::string& name = table.regions[region];
    if (moved == 0) still.push_back(name.empty() ? "the program" : name);
  }
  if (still.empty()) return {};
  return fmt::format(
      "{} is 0 {} {}: what tells it stood still, and no model can be made of that", column.name,
      column.unit == Unit::joules ? "J" : "W",
      still.size() == all ? "throughout" : fmt::format("in {}", fmt::join(still, ", ")));
}

std::string too_much(const Column& column, const Rows& rows) {
  const double most = *std::max_element(rows.watts.begin(), rows.watts.end());
  const bool is_of_memory = column.name == "memory_energy";
  if (most <= (is_of_memory ? most_watts_of_memory : most_watts_of_node)) return {};
  return fmt::format(
      "{} is up to {}, more than {} takes: of several nodes, hpcast power fit --nodes N "
      "divides it; of milliwatts, name the column power [mW]",
      column.name, format_scaled(most, "W"), is_of_memory ? "the memory of a node" : "a node");
}

std::string too_little(const Column& column, const Rows& rows) {
  const double most = *std::max_element(rows.watts.begin(), rows.watts.end());
  if (column.name != "power" || most == 0 || most >= least_watts_of_node) return {};
  return fmt::format(
      "power is {} at most, less than a node takes: in another unit (power [kW]), or of a part?",
      format_scaled(most, "W"));
}

// Means of different programs never agree to the last digit.
std::string sticking(const Column& column, const Rows& rows) {
  constexpr std::size_t suspicious = 5;
  std::size_t same = 1;
  while (same < rows.watts.size() && rows.watts[rows.watts.size() - same - 1] == rows.watts.back())
    ++same;
  const bool is_all = same == rows.watts.size();
  if (rows.watts.back() == 0 || same < 2 || (!is_all && same < suspicious)) return {};
  return fmt::format("{} is {} in {} {}: does the meter stick at one value?", column.name,
                     format_scaled(rows.watts.back(), "W"), is_all ? "all" : "the last",
                     counted(same, "row"));
}

}  // namespace

std::vector<std::string> power_doubts(const Table& table) {
  std::vector<std::string> doubts;
  for (const char* const name : {"power", "package_energy", "memory_energy"}) {
    const Column* const column = table.column(name);
    if (column == nullptr) continue;
    const Rows rows = rows_of(table, *column);
    if (rows.watts.empty()) continue;
    for (const std::string& doubt : {standing_still(table, *column, rows), too_much(*column, rows),
                                     too_little(*column, rows), sticking(*column, rows)})
      if (!doubt.empty()) doubts.push_back(doubt);
  }
  for (const std::string& doubt : counters::doubts_of_proportions(table)) doubts.push_back(doubt);
  return doubts;
}

}  // namespace hpcast::meter
