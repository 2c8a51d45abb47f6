// Rows whose features are the same, put together: no model that minimises squared errors can tell
// them apart, and traces have a great many of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/base/regression/samples.h"

namespace hpcast::regression {

struct Groups {
  std::vector<std::uint32_t> first;   // row of each group, in the order of rows
  std::vector<std::uint32_t> of_row;  // its group
};

Groups groups_in(const Matrix& x);

// What is left of a group's rows: their weight in all, and the mean target. A group without weight
// has no value.
struct Means {
  std::vector<double> weight, value;
};

// weights: of the rows, 0 or more.
Means means_of(const Groups& groups, std::span<const double> y, std::span<const double> weights);

// The samples' weights, where they have none, each 1.
std::vector<double> weights_of(const Samples& samples);

}  // namespace hpcast::regression
