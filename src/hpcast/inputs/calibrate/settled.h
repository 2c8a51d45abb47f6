// What takes less time the more often it is done, as caches come to keep what it needs: done until
// it takes no less.
#pragma once

#include <algorithm>

namespace hpcast::calibrate {

// `pass` does it and says how many seconds that took; returns those of the quickest. Caches of
// servers keep what comes again and again, and leave out what has come once or twice, so that a few
// passes in a row may be as slow as the first.
template <class Pass>
double settle(const Pass& pass) {
  constexpr int least = 6, most = 16;
  constexpr double no_less = 0.97;
  double best = pass();
  for (int i = 1; i < most; ++i) {
    const double time = pass();
    const bool is_less = time < no_less * best;
    best = std::min(best, time);
    if (i + 1 >= least && !is_less) break;
  }
  return best;
}

}  // namespace hpcast::calibrate
