#include "hpcast/result/correlation.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace hpcast::result {

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
  if (!(xx > 0 && yy > 0)) return {none, none, none};
  return {xy / xx, mean_y - xy / xx * mean_x, xy / std::sqrt(xx * yy)};
}

}  // namespace hpcast::result
