#include "hpcast/inputs/netcal/series.h"

#include <algorithm>
#include <map>

#include "hpcast/base/median.h"

namespace hpcast::netcal {

namespace {

bool are_rounds_of_one(const Table& one, const Table& other) {
  return one.benchmark == other.benchmark && one.ranks == other.ranks && one.nodes == other.nodes &&
         one.pairs == other.pairs && one.window == other.window;
}

Point point_of(std::uint64_t bytes, const std::vector<double>& values, bool least) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  Point point{bytes, least ? *low : *high, {}};
  const double middle = median(values);
  if (values.size() > 1) point.spread = least ? middle / point.value : point.value / middle;
  return point;
}

Series joined(const std::vector<const Table*>& rounds) {
  Series series{*rounds.front(), {}};
  series.table.rows.clear();
  std::map<std::uint64_t, std::vector<double>> values;
  for (const Table* const table : rounds)
    for (const Row& row : table->rows) values[row.bytes].push_back(row.value);
  for (const auto& [bytes, of_rounds] : values)
    series.points.push_back(point_of(bytes, of_rounds, is_time(series.table.benchmark)));
  return series;
}

}  // namespace

std::vector<Series> series_of(const std::vector<Table>& tables) {
  std::vector<std::vector<const Table*>> groups;
  for (const Table& table : tables) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return are_rounds_of_one(*group.front(), table);
    });
    if (same == groups.end())
      groups.push_back({&table});
    else
      same->push_back(&table);
  }
  std::vector<Series> all;
  for (const auto& group : groups) all.push_back(joined(group));
  return all;
}

const Series* find(const std::vector<Series>& all, Benchmark benchmark) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const Series& series) {
    return series.table.benchmark == benchmark;
  });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace hpcast::netcal
