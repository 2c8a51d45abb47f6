// What several tables of one benchmark say together: rounds of which the best counts, since other
// work on hosts and network only slows down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/netcal/table.h"

namespace hpcast::netcal {

struct Point {
  std::uint64_t bytes = 0;
  double value = 0;              // the best
  std::optional<double> spread;  // the middle round ÷ the best one, at least 1; of several rounds
};

struct Series {
  Table table;  // the first of them, but for its rows
  std::vector<Point> points;
};

// Of a benchmark those that have the same ranks, nodes, pairs and window, in the order of their
// first tables.
std::vector<Series> series_of(const std::vector<Table>& tables);
// The first of that benchmark.
const Series* find(const std::vector<Series>& all, Benchmark benchmark);

}  // namespace hpcast::netcal
