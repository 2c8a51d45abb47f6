#include "hpcast/inputs/calibrate/seen_capacity.h"

#include <algorithm>
#include <vector>

#include "hpcast/inputs/calibrate/footprint.h"
#include "hpcast/inputs/calibrate/settled.h"
#include "hpcast/inputs/calibrate/stopwatch.h"

namespace hpcast::calibrate {

namespace {

// Memory takes two to ten times as long; where a cache has a part of the lines, half that.
constexpr double much_longer = 1.5;
// A neighbour may use all of the cache for a while.
constexpr int climbs = 3;

// Least times by size, each twice the one before; from where one takes much longer on, none.
class Ladder {
 public:
  Ladder(std::size_t inside, std::size_t most, const TimeOfLine& time_of_line)
      : inside_(inside), most_(most), time_of_line_(time_of_line) {}

  void climb() {
    std::size_t i = 0;
    for (std::size_t bytes = inside_; bytes <= most_; bytes *= 2, ++i) {
      const double time = time_of_line_(bytes);
      if (i == least_.size())
        least_.push_back(time);
      else
        least_[i] = std::min(least_[i], time);
      if (is_long(least_[i])) return;
    }
  }
  bool is_long(double time) const { return time > much_longer * least_.front(); }
  // How many sizes fit, and whether one was met that does not.
  std::size_t fitting() const {
    return static_cast<std::size_t>(
        std::find_if(least_.begin(), least_.end(), [&](double t) { return is_long(t); }) -
        least_.begin());
  }
  bool ends() const { return fitting() < least_.size(); }

 private:
  std::size_t inside_, most_;
  const TimeOfLine& time_of_line_;
  std::vector<double> least_;
};

}  // namespace

std::optional<std::size_t> seen_capacity(std::size_t inside, std::size_t told,
                                         const TimeOfLine& time_of_line) {
  if (inside == 0 || inside > told / 2) return {};
  Ladder ladder(inside, told / 2, time_of_line);
  for (int i = 0; i < climbs; ++i) ladder.climb();
  if (!ladder.ends()) return {};
  const std::size_t fits = inside << (ladder.fitting() - 1);
  return ladder.is_long(time_of_line(fits + fits / 2)) ? fits : fits + fits / 2;
}

double time_of_line(std::size_t bytes) {
  const Footprint memory(bytes);
  Chase chase(memory);
  const double pass = settle([&] { return timed([&] { chase.walk(1, chase.lines()); }); });
  return pass / static_cast<double>(chase.lines());
}

}  // namespace hpcast::calibrate
