// One axis of a chart.
#pragma once

#include <vector>

namespace hpcast::report {

struct Axis {
  double from = 0, to = 1;  // from < to
  bool log = false;         // then from > 0

  // Where on the axis: 0 at its beginning, 1 at its end.
  double share(double value) const;
  // Round numbers on it; about so many, or, by logarithm, 1, 2 and 5 of each power of ten, but
  // powers of ten alone where that would be more than twice as many.
  std::vector<double> ticks(int about) const;
};

}  // namespace hpcast::report
