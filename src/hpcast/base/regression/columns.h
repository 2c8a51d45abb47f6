// Features as places among the values that they take: most have two.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/base/regression/groups.h"

namespace hpcast::regression {

struct Column {
  std::vector<double> values;  // those there are, ascending
  // The place among them of each group's value: in bytes where there are at most 256.
  std::vector<std::uint8_t> narrow;
  std::vector<std::uint32_t> wide;
};

// What trees are grown on.
struct Training {
  Matrix x;
  Groups groups;
  std::vector<Column> columns;
};

Training training_of(const Matrix& x, unsigned threads);

}  // namespace hpcast::regression
