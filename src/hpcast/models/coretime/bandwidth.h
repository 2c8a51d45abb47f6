// When lines pass a way of limited bandwidth. They ask in no order of time, so it is a calendar and
// no queue: each takes the room that is left at its time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "hpcast/models/coretime/cycle.h"

namespace hpcast::coretime {

class Bandwidth {
 public:
  // cycles: that a line takes; 0: no limit.
  explicit Bandwidth(double cycles)
      : cycles_(cycles),
        day_length_(std::max<Cycle>(64, static_cast<Cycle>(std::ceil(4 * cycles)))),
        days_(cycles > 0 ? days : 0) {}

  // When a line that asks at `from` begins to pass.
  Cycle pass(Cycle from) {
    if (cycles_ == 0) return from;
    const auto length = static_cast<double>(day_length_);
    for (Cycle day = from / day_length_;; ++day) {
      if (is_long_past(day)) return from;
      double& used = used_on(day);
      if (used >= length) continue;
      const Cycle begin = day * day_length_ + static_cast<Cycle>(used);
      used += cycles_;
      if (used > length) used_on(day + 1) += used - length;
      return std::max(from, begin);
    }
  }

 private:
  static constexpr std::size_t days = 1 << 12;
  static constexpr Cycle none = ~Cycle{0};
  struct Day {
    Cycle number = none;
    double used = 0;  // cycles
  };

  bool is_long_past(Cycle day) const {
    const Cycle number = days_[day % days].number;
    return number != none && number > day;
  }
  double& used_on(Cycle day) {
    Day& d = days_[day % days];
    if (d.number != day) d = {day, 0};
    return d.used;
  }

  double cycles_;
  Cycle day_length_;
  std::vector<Day> days_;
};

}  // namespace hpcast::coretime
