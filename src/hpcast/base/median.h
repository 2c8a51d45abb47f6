// The middle of values.
#pragma once

#include <algorithm>
#include <vector>

namespace hpcast {

// The mean of the two in the middle where their number is even; 0 of none.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace hpcast
