#include "hpcast/base/correlation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hpcast {

bool varies(const std::vector<double>& values) {
  constexpr double rounding = 1e-9;  // of means
  if (values.empty()) return false;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *most - *least > rounding * std::max(std::fabs(*least), std::fabs(*most));
}

Line line_through(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (!varies(x) || !varies(y)) return {none, none, none};
  return {xy / xx, mean_y - xy / xx * mean_x, xy / std::sqrt(xx * yy)};
}

}  // namespace hpcast
