#include "hpcast/models/power/node_samples.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/counters/cpu_group.h"
#include "hpcast/inputs/counters/stretches.h"

namespace hpcast::power {

namespace {

using counters::Column;
using counters::Row;
using counters::Stretch;
using counters::Unit;
using counters::value_at;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

enum class Of { threads_sum, threads_mean, threads_most };

// Of all threads: the row that has it for all, else that of each thread. Nothing where one of
// `whole` lacks.
double total(const Column* column, const Stretch& stretch, Of of, bool whole = true) {
  if (column == nullptr) return unknown;
  const double all = stretch.together ? value_at(column, *stretch.together) : unknown;
  if (!std::isnan(all) && of != Of::threads_most) return all;
  double sum = 0, most = 0, count = 0;
  for (const std::size_t row : stretch.apart) {
    const double v = value_at(column, row);
    if (std::isnan(v)) continue;
    sum += v;
    most = std::max(most, v);
    ++count;
  }
  if (count == 0 || !whole) return all;
  return of == Of::threads_sum ? sum : of == Of::threads_mean ? sum / count : most;
}

std::string regions_text(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  if (names.size() <= most) return "it has " + list_of(names);
  const std::vector<std::string> some(names.begin(), names.begin() + most);
  return fmt::format("it has {} regions, among them {}; hpcast counters show lists them",
                     names.size(), list_of(some));
}

class Sampler {
 public:
  Sampler(const NamedTable& named, const SampleRequest& request)
      : named_(named), table_(named.table), request_(request) {
    for (const std::string& counter : request.counters) wanted_.push_back(table_.column(counter));
    check_region();
    power_ = power_columns(named, request.power);
  }

  std::vector<NodeSample> run() {
    std::vector<NodeSample> samples;
    const auto regions =
        request_.by_region ? counters::Regions::apart : counters::Regions::as_parts;
    const auto stretches = counters::stretches_of(table_, request_.region, regions);
    for (const auto& [key, stretch] : stretches) find_groups(stretch);
    for (const auto& [key, stretch] : stretches) samples.push_back(sample(stretch));
    return samples;
  }

 private:
  void check_region() const {
    const std::vector<std::string> names(table_.regions.begin() + 1, table_.regions.end());
    const std::string& region = request_.region;
    if (region.empty() || std::find(names.begin(), names.end(), region) != names.end()) return;
    throw InputError(named_.name + ": --region " + region + ": there is no such region",
                     names.empty() ? "the table has none" : regions_text(names));
  }

  // Which sockets, or others that make up the node, tell of a column.
  void find_groups(const Stretch& stretch) {
    for (const auto& columns : {wanted_, power_})
      for (const Column* const column : columns)
        for (const std::size_t row : stretch.apart)
          if (is_group(row) && !std::isnan(value_at(column, row)))
            groups_[column].emplace(table_.rows[row].region, table_.rows[row].thread);
  }

  bool is_group(std::size_t row) const {
    return counters::is_cpu_group(table_.threads[table_.rows[row].thread]);
  }

  // No socket of the node lacks that has the column elsewhere.
  bool is_whole(const Column* column, const Stretch& stretch) const {
    const auto groups = groups_.find(column);
    if (groups == groups_.end() || stretch.apart.empty()) return true;
    const std::uint32_t region = table_.rows[stretch.apart.front()].region;
    std::size_t wanted = 0, there = 0;
    for (const auto& [of_region, thread] : groups->second) wanted += of_region == region ? 1 : 0;
    for (const std::size_t row : stretch.apart)
      there += is_group(row) && !std::isnan(column->values[row]) ? 1 : 0;
    return there == wanted;
  }

  NodeSample sample(const Stretch& stretch) const {
    const Row& first = table_.rows[stretch.together ? *stretch.together : stretch.apart.front()];
    NodeSample s;
    s.region = table_.regions[first.region];
    s.application = request_.by_region && !s.region.empty() ? s.region : named_.name;
    s.start_s = first.start_s;
    s.duration_s = first.duration_s;
    for (const std::size_t row : stretch.apart)
      s.duration_s = std::max(s.duration_s, table_.rows[row].duration_s);
    for (const Column* const column : wanted_)
      s.values.push_back(total(column, stretch, Of::threads_sum, is_whole(column, stretch)) /
                         request_.nodes);
    s.cycles = elapsed_cycles(stretch, s.duration_s);
    s.frequency = total(table_.column("frequency"), stretch, Of::threads_mean);
    s.voltage = total(table_.column("voltage"), stretch, Of::threads_mean);
    s.watts = watts(stretch, s.duration_s);
    s.has_same_watts = has_same_watts(stretch);
    return s;
  }

  // Of one core. Counted for all threads together: by so many processors as processor time tells.
  double elapsed_cycles(const Stretch& stretch, double duration) const {
    const Column* const column = table_.column("cycles");
    const double cycles = total(column, stretch, Of::threads_most);
    const bool is_apart = std::any_of(stretch.apart.begin(), stretch.apart.end(),
                                      [&](auto row) { return !std::isnan(value_at(column, row)); });
    const double cpu_time = total(table_.column("cpu_time"), stretch, Of::threads_sum);
    if (is_apart || !(cpu_time > duration) || !(duration > 0)) return cycles;
    return cycles * duration / cpu_time;
  }

  // Meters of several sockets never do.
  bool has_same_watts(const Stretch& stretch) const {
    if (power_.empty() || stretch.together || stretch.apart.size() < 2) return false;
    const double first = value_at(power_.front(), stretch.apart.front());
    return first > 0 && std::all_of(stretch.apart.begin(), stretch.apart.end(), [&](auto row) {
             return value_at(power_.front(), row) == first;
           });
  }

  // A meter for each socket: their sum.
  double watts(const Stretch& stretch, double duration) const {
    if (power_.empty()) return unknown;
    double sum = 0;
    for (const Column* const column : power_) {
      const double drawn = total(column, stretch, Of::threads_sum, is_whole(column, stretch));
      if (column->unit == Unit::watts) return drawn / request_.nodes;
      sum += duration > 0 ? drawn / duration : unknown;
    }
    return sum / request_.nodes;
  }

  const NamedTable& named_;
  const counters::Table& table_;
  const SampleRequest& request_;
  std::vector<const Column*> wanted_;  // null: not in the table
  std::vector<const Column*> power_;
  // By column: region and thread.
  std::map<const Column*, std::set<std::pair<std::uint32_t, std::uint32_t>>> groups_;
};

std::vector<const Column*> usual_power_columns(const counters::Table& table) {
  std::vector<const Column*> columns;
  for (const char* const name : {"power", "package_energy", "memory_energy"}) {
    const Column* const column = table.column(name);
    if (column != nullptr) columns.push_back(column);
    if (column != nullptr && column->unit == Unit::watts) break;
  }
  return columns;
}

}  // namespace

std::vector<const Column*> power_columns(const NamedTable& table, const std::string& power) {
  if (power.empty()) return usual_power_columns(table.table);
  const Column* const column = table.table.column(power);
  if (column == nullptr)
    throw InputError(table.name + ": has no column '" + power + "'",
                     "hpcast counters show lists its columns");
  if (column->unit != Unit::watts && column->unit != Unit::joules)
    throw InputError(table.name + ": the column '" + power + "' is in " + name_of(column->unit) +
                         ", no power or energy",
                     "its name tells the unit, as in '" + power + " [W]'");
  return {column};
}

std::vector<NodeSample> node_samples(const NamedTable& table, const SampleRequest& request) {
  return Sampler(table, request).run();
}

}  // namespace hpcast::power
