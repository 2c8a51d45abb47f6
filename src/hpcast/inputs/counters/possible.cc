#include "hpcast/inputs/counters/possible.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/cpu_group.h"
#include "hpcast/inputs/counters/likwid_names.h"
#include "hpcast/inputs/counters/proportions.h"

namespace hpcast::counters {

namespace {

// A counter of 64 bits that fell below zero tells more than this.
constexpr double half_of_64_bits = 9223372036854775808.0;
// All bits of counters of 40 and 48 bits: what is not there reads so.
constexpr double all_of_40_bits = 1099511627775.0, all_of_48_bits = 281474976710655.0;

struct Bound {
  Unit unit;
  double most;  // a second; of averages, at all
};

using Bounds = std::array<Bound, 8>;
// Of the largest machine there is, in one row, and some more.
constexpr Bounds bounds_of_machine{{
    {Unit::events, 1e18},
    {Unit::cycles, 1e18},
    {Unit::seconds, 1e10},
    {Unit::bytes, 1e17},
    {Unit::joules, 1e8},
    {Unit::watts, 1e8},
    {Unit::hertz, 1e11},
    {Unit::volts, 1e4},
}};
// Of ten thousand hardware threads at 10 GHz.
constexpr Bounds bounds_of_node{{
    {Unit::events, 1e15},
    {Unit::cycles, 1e14},
    {Unit::seconds, 1e7},
    {Unit::bytes, 1e15},
    {Unit::joules, most_watts_of_node},
    {Unit::watts, most_watts_of_node},
    {Unit::hertz, 1e11},
    {Unit::volts, 1e4},
}};
// Of a socket, or what one of its hardware threads tells of it.
constexpr Bounds bounds_of_part{{
    {Unit::events, 1e14},
    {Unit::cycles, 1e13},
    {Unit::seconds, 1e6},
    {Unit::bytes, 1e14},
    {Unit::joules, most_watts_of_part},
    {Unit::watts, most_watts_of_part},
    {Unit::hertz, 1e11},
    {Unit::volts, 1e4},
}};

// Of lines: one socket's fastest memory moves a tenth of it.
constexpr double most_lines_of_part = 1e11, most_lines_of_node = 1e12;

struct CoreBound {
  const char* counter;
  double most;  // a second of one hardware thread
};
constexpr std::array core_bounds{
    CoreBound{"cycles", 1e10}, CoreBound{"reference_cycles", 1e10}, CoreBound{"instructions", 1e11},
    CoreBound{"loads", 1e11},  CoreBound{"stores", 1e11},           CoreBound{"branches", 1e11},
};

double bound_of(const Column& column, const Bounds& bounds) {
  if (column.name == "memory_energy" && &bounds != &bounds_of_machine) return most_watts_of_memory;
  if (column.name.starts_with("dram_") && &bounds != &bounds_of_machine)
    return &bounds == &bounds_of_part ? most_lines_of_part : most_lines_of_node;
  for (const Bound& bound : bounds)
    if (bound.unit == column.unit) return bound.most;
  return std::numeric_limits<double>::infinity();
}

bool is_one_hardware_thread(const std::string& thread) {
  const std::size_t digits = thread.find_last_not_of("0123456789") + 1;
  if (digits == 0 || digits == thread.size()) return false;
  const std::string kind = thread.substr(0, digits);
  return kind == "CPU" || kind == "HWThread " || kind == "Core " || kind == "core" ||
         is_likwid_mpi_thread(thread);
}

class Judge {
 public:
  explicit Judge(const Table& table) : table_(table), cpu_time_(table.column("cpu_time")) {}

  bool is_possible(const Column& column, std::size_t row) const {
    const double value = column.values[row];
    const double bound = bound_of(column, bounds_at(row));
    if (is_average(column.unit)) return !(value > bound);
    const double duration = table_.rows[row].duration_s;
    const bool counts = column.unit == Unit::events || column.unit == Unit::cycles;
    if (counts && is_no_count(value)) return false;
    if (duration > 0 && value > bound * duration) return false;
    return is_possible_of_cores(column, row);
  }

 private:
  // perf and LIKWID run on one node. Whoever wrote another table may have added up many.
  const Bounds& bounds_at(std::size_t row) const {
    const std::string& thread = table_.threads[table_.rows[row].thread];
    if (is_one_hardware_thread(thread)) return bounds_of_part;
    const bool is_of_one_node =
        table_.source.starts_with("perf stat -") || table_.source.starts_with("likwid");
    if (!is_of_one_node) return bounds_of_machine;
    return is_cpu_group(thread) ? bounds_of_part : bounds_of_node;
  }

  // The time of cores that the row stands for, where it is known.
  double core_time(std::size_t row) const {
    const Row& place = table_.rows[row];
    if (is_one_hardware_thread(table_.threads[place.thread])) return place.duration_s;
    return cpu_time_ == nullptr ? 0 : cpu_time_->values[row];
  }

  bool is_possible_of_cores(const Column& column, std::size_t row) const {
    const double time = core_time(row);
    return !(time > 0) ||
           std::none_of(core_bounds.begin(), core_bounds.end(), [&](const CoreBound& bound) {
             return column.name == bound.counter && column.values[row] > bound.most * time;
           });
  }

  const Table& table_;
  const Column* cpu_time_;
};

void check_times(const Table& table, const std::string& file) {
  for (const Row& row : table.rows) {
    const bool long_since = row.start_s > longest_run_s;
    const double time = long_since ? row.start_s : row.duration_s;
    if (time <= longest_run_s) continue;
    throw InputError(
        {file,
         0,
         {},
         fmt::format("a row {} {:.10g} s{}, which no run does",
                     long_since ? "begins after" : "takes", time,
                     row.region == 0 ? "" : " in " + table.regions[row.region]),
         "times count from the start of the run, in seconds; seconds since 1970 may stand in a "
         "column time of a CSV"});
  }
}

// By column.
std::vector<std::vector<std::size_t>> impossible_rows(const Table& table) {
  const Judge judge(table);
  std::vector<std::vector<std::size_t>> rows(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      if (!judge.is_possible(table.columns[i], row)) rows[i].push_back(row);
  return rows;
}

std::string note_on(const Column& column, const std::vector<std::size_t>& rows) {
  double largest = 0;
  for (const std::size_t row : rows) largest = std::max(largest, column.values[row]);
  const std::string where =
      rows.size() == column.values.size() ? "" : fmt::format(" in {}", counted(rows.size(), "row"));
  return fmt::format(
      "{}: {:.3g} cannot be, and is left out{}: what counted it is not there, or wrapped around; "
      "count again, without units that the machine lacks",
      column.name, largest, where);
}

bool is_energy_not_counted(const Column& column) {
  bool any = false;
  for (const double value : column.values) {
    if (value > 0) return false;
    any |= value == 0;
  }
  return any && (column.name == "package_energy" || column.name == "memory_energy");
}

}  // namespace

bool is_no_count(double value) {
  constexpr double rounding = 1e-12;
  const auto reads = [&](double bits) { return std::abs(value - bits) <= rounding * bits; };
  return value >= half_of_64_bits || reads(all_of_48_bits) || reads(all_of_40_bits);
}

void drop_energies_not_counted(Table& table) {
  std::erase_if(table.columns, [&](const Column& column) {
    if (!is_energy_not_counted(column)) return false;
    note_once(table, column.name + ": 0 J throughout, so that it was not counted: left out");
    return true;
  });
}

void check_possible(Table& table, const std::string& file) {
  check_times(table, file);
  drop_energies_not_counted(table);
  std::vector<std::vector<std::size_t>> impossible = impossible_rows(table);
  for (std::size_t i = table.columns.size(); i-- > 0;) {
    if (impossible[i].empty()) continue;
    Column& column = table.columns[i];
    table.notes.push_back(note_on(column, impossible[i]));
    for (const std::size_t row : impossible[i])
      column.values[row] = std::numeric_limits<double>::quiet_NaN();
    const auto lacks = [](double value) { return std::isnan(value); };
    if (std::all_of(column.values.begin(), column.values.end(), lacks))
      table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (const std::string& doubt : doubts_of_proportions(table)) note_once(table, doubt);
}

}  // namespace hpcast::counters
