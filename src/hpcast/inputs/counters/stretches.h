// A table's rows by the time and the region they are of, for those who look at threads together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// The rows of one stretch of time in one region.
struct Stretch {
  std::optional<std::size_t> together;  // the row of all threads
  std::vector<std::size_t> apart;
};

enum class Regions : std::uint8_t { as_parts, apart };

// By start and region. Of the region named; without a name of the whole program or, where that has
// no rows of its own, of all regions. `apart`: of all regions wherever there are any.
std::map<std::pair<double, std::uint32_t>, Stretch> stretches_of(
    const Table& table, const std::string& region, Regions regions = Regions::as_parts);

// NaN where the column is null: the table has none.
double value_at(const Column* column, std::size_t row);

}  // namespace hpcast::counters
