// How one quantity goes with another.
#pragma once

#include <vector>

namespace hpcast {

// By more than rounding.
bool varies(const std::vector<double>& values);

// The line of least squares, y = intercept + slope x, and Pearson's coefficient. All NaN where one
// of the quantities does not vary.
struct Line {
  double slope = 0, intercept = 0, r = 0;
};
Line line_through(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace hpcast
