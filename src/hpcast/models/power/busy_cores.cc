#include "hpcast/models/power/busy_cores.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "hpcast/inputs/counters/catalogue.h"
#include "hpcast/inputs/counters/cpu_group.h"

namespace hpcast::power {

namespace {

struct Sum {
  double value = 0, seconds = 0;  // of the rows that have a value
};

// By thread; 0: all together.
std::map<std::uint32_t, Sum> sums_of(const counters::Table& table, const counters::Column& column) {
  std::map<std::uint32_t, Sum> sums;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (!std::isfinite(column.values[i])) continue;
    Sum& sum = sums[table.rows[i].thread];
    sum.value += column.values[i];
    sum.seconds += table.rows[i].duration_s;
  }
  return sums;
}

double processors_of(const Sum& cpu_time) {
  return cpu_time.seconds > 0 ? cpu_time.value / cpu_time.seconds : 0;
}

// One each, or what a socket's processor time tells.
double busy_threads(const std::map<std::uint32_t, Sum>& sums, bool is_cpu_time) {
  constexpr double least_share = 0.1;
  double most = 0, busy = 0;
  for (const auto& [thread, sum] : sums)
    if (thread != 0) most = std::max(most, sum.value);
  for (const auto& [thread, sum] : sums)
    if (thread != 0 && most > 0 && sum.value >= least_share * most)
      busy += is_cpu_time ? std::max(1.0, processors_of(sum)) : 1;
  return busy;
}

std::vector<const counters::Column*> by_worth(const counters::Table& table) {
  std::vector<const counters::Column*> columns;
  for (const char* const name : {"cpu_time", "cycles", "instructions"})
    if (const counters::Column* const column = table.column(name)) columns.push_back(column);
  for (const counters::Column& column : table.columns)
    if (!counters::is_average(column.unit)) columns.push_back(&column);
  return columns;
}

// Sockets, dies or nodes; "S0-D0-C1" is a core.
bool has_rows_of_several_cores(const counters::Table& table) {
  return std::any_of(table.threads.begin(), table.threads.end(), [](const std::string& name) {
    return counters::is_cpu_group(name) && name.find("-C") == std::string::npos;
  });
}

}  // namespace

std::optional<double> busy_cores(const counters::Table& table) {
  for (const counters::Column* const column : by_worth(table)) {
    const auto sums = sums_of(table, *column);
    const bool is_cpu_time = column->name == "cpu_time";
    if (!is_cpu_time && has_rows_of_several_cores(table)) return std::nullopt;
    if (const double busy = busy_threads(sums, is_cpu_time); busy > 0) return busy;
    const auto together = sums.find(0);
    if (is_cpu_time && together != sums.end() && processors_of(together->second) > 0)
      return processors_of(together->second);
  }
  return std::nullopt;
}

}  // namespace hpcast::power
