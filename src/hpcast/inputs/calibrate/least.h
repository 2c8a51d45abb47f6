// The least of times that noise lengthens, and how near others came to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace hpcast::calibrate {

// Beyond it a number is not separated from the noise.
inline constexpr double widest_spread = 1.05;

// Not one alone, nor few of many: a clock that is raised for a moment makes them less than they
// are.
class Least {
 public:
  void add(double time) {
    times_.insert(std::upper_bound(times_.begin(), times_.end(), time), time);
  }
  std::size_t count() const { return times_.size(); }
  // The least with which a twentieth of all, but two at least, agree within widest_spread; the
  // least of all where there is none.
  double value() const { return times_.empty() ? never : times_[first()]; }
  // The last of those ÷ the least; infinite of fewer than two.
  double spread() const {
    return count() < 2 ? never : times_[first()] > 0 ? spread_from(first()) : 1;
  }

 private:
  std::size_t enough() const { return std::max<std::size_t>(2, times_.size() / 20); }
  double spread_from(std::size_t i) const { return times_[i + enough() - 1] / times_[i]; }
  std::size_t first() const {
    for (std::size_t i = 0; i + enough() <= times_.size(); ++i)
      if (spread_from(i) <= widest_spread) return i;
    return 0;
  }

  static constexpr double never = std::numeric_limits<double>::infinity();
  std::vector<double> times_;  // ascending
};

}  // namespace hpcast::calibrate
