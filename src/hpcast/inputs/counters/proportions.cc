#include "hpcast/inputs/counters/proportions.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/possible.h"

namespace hpcast::counters {

namespace {

std::string too_many_instructions(const Table& table) {
  constexpr double least_instructions = 1e6;  // in fewer, where counting began and ended tells
  const Column* const instructions = table.column("instructions");
  const Column* const cycles = table.column("cycles");
  if (instructions == nullptr || cycles == nullptr) return {};
  double most = 0;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const double done = instructions->values[i], ran = cycles->values[i];
    if (!(ran > 0) || !(done > least_instructions)) continue;
    if (done <= most_instructions_a_cycle * ran) continue;
    most = std::max(most, done / ran);
    ++rows;
  }
  if (rows == 0) return {};
  return fmt::format(
      "up to {:.3g} instructions a cycle in {}, where no core does more than {}: they are not of "
      "the same threads, time or mode, or in another unit; count both in one group, of the same "
      "threads",
      most, counted(rows, "row"), most_instructions_a_cycle);
}

// Energies, by the keys of their names.
struct Whole {
  std::vector<std::string> names;
  std::vector<std::string> parts;  // any of which, or all together, are in it
};

std::vector<Whole> wholes() {
  return {{{"power"}, {"package_energy", "memory_energy"}},
          {{"power_energy_psys", "energy_psys", "pwr_platform_energy"},
           {"package_energy", "power_energy_pkg"}},
          {{"package_energy"},
           {"power_energy_cores", "energy_cores", "pwr_pp0_energy", "power_energy_gpu",
            "energy_gpu", "pwr_pp1_energy"}}};
}

std::vector<const Column*> columns_named(const Table& table,
                                         const std::vector<std::string>& names) {
  std::vector<const Column*> found;
  for (const Column& column : table.columns) {
    const bool is_energy = column.unit == Unit::joules || column.unit == Unit::watts;
    if (is_energy &&
        std::find(names.begin(), names.end(), key_of(column.name, false)) != names.end())
      found.push_back(&column);
  }
  return found;
}

// J of all threads by start and region; nothing where none of them counted.
using Energies = std::map<std::pair<double, std::uint32_t>, double>;

void add_energy(const Table& table, const Column& column, Energies& energies) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row& row = table.rows[i];
    if (std::isnan(column.values[i])) continue;
    const double seconds = column.unit == Unit::watts ? row.duration_s : 1;
    energies[{row.start_s, row.region}] += column.values[i] * seconds;
  }
}

Energies energies_of(const Table& table, const std::vector<const Column*>& columns) {
  Energies energies;
  for (const Column* const column : columns) add_energy(table, *column, energies);
  return energies;
}

std::string names_of(const std::vector<const Column*>& columns) {
  std::vector<std::string> names;
  for (const Column* const column : columns) names.push_back(column->name);
  return fmt::format("{}", fmt::join(names, " and "));
}

// Over all that both were counted in.
std::string part_above(const Table& table, const Whole& whole) {
  const std::vector<const Column*> outer = columns_named(table, whole.names);
  const std::vector<const Column*> inner = columns_named(table, whole.parts);
  if (outer.size() != 1 || inner.empty()) return {};
  const Energies all = energies_of(table, outer), parts = energies_of(table, inner);
  double whole_j = 0, part_j = 0;
  for (const auto& [place, joules] : parts) {
    const auto at = all.find(place);
    if (at == all.end() || !(at->second > 0)) continue;
    whole_j += at->second;
    part_j += joules;
  }
  if (part_j <= noise_of_energies * whole_j || part_j - whole_j < least_energy_j) return {};
  return fmt::format(
      "{} {} up to {}, more than the {} of {}, which should hold {}: one of them is in another "
      "unit, of other sockets or nodes, of a part, or was reset",
      names_of(inner), inner.size() == 1 ? "adds" : "add", format_scaled(part_j, "J"),
      format_scaled(whole_j, "J"), outer.front()->name, inner.size() == 1 ? "it" : "them");
}

}  // namespace

std::vector<std::string> doubts_of_proportions(const Table& table) {
  std::vector<std::string> doubts{too_many_instructions(table)};
  for (const Whole& whole : wholes()) doubts.push_back(part_above(table, whole));
  std::erase(doubts, "");
  return doubts;
}

}  // namespace hpcast::counters
