#include "hpcast/inputs/counters/stretches.h"

#include <algorithm>
#include <limits>

namespace hpcast::counters {

std::map<std::pair<double, std::uint32_t>, Stretch> stretches_of(const Table& table,
                                                                 const std::string& region,
                                                                 Regions regions) {
  const auto any = [&](bool whole) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const Row& row) { return (row.region == 0) == whole; });
  };
  const bool by_region = regions == Regions::apart ? any(false) : !any(true);
  std::map<std::pair<double, std::uint32_t>, Stretch> found;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row& row = table.rows[i];
    const bool is_wanted =
        region.empty() ? (row.region != 0) == by_region : table.regions[row.region] == region;
    if (!is_wanted) continue;
    Stretch& stretch = found[{row.start_s, row.region}];
    if (row.thread == 0)
      stretch.together = i;
    else
      stretch.apart.push_back(i);
  }
  return found;
}

double value_at(const Column* column, std::size_t row) {
  return column == nullptr ? std::numeric_limits<double>::quiet_NaN() : column->values[row];
}

}  // namespace hpcast::counters
