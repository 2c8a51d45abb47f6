// The least of times that noise can only lengthen, and how near another one came to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace hpcast::calibrate {

class Least {
 public:
  void add(double value) {
    second_ = std::min(second_, std::max(value, least_));
    least_ = std::min(least_, value);
    ++count_;
  }
  std::size_t count() const { return count_; }
  double value() const { return least_; }
  // Second least ÷ least; infinite of fewer than two.
  double spread() const { return count_ < 2 ? never : least_ > 0 ? second_ / least_ : 1; }

 private:
  static constexpr double never = std::numeric_limits<double>::infinity();
  double least_ = never, second_ = never;
  std::size_t count_ = 0;
};

// Beyond it a number is not separated from the noise.
inline constexpr double widest_spread = 1.05;

}  // namespace hpcast::calibrate
