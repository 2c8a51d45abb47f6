#include "hpcast/models/coretime/loaded_latency.h"

#include <algorithm>

namespace hpcast::coretime {

// What is under way grows with bandwidth, as latency never falls: halving finds the place.
double loaded_latency(const dat::LatencyCurves& curves, double under_way, double read_share,
                      double rest) {
  constexpr int halvings = 60;  // more change no double
  double low = 0, high = under_way / (rest + curves.at(0, read_share));
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (middle * (rest + curves.at(middle, read_share)) <= under_way ? low : high) = middle;
  }
  if (high == 0) return curves.at(0, read_share);
  // Where the curve leaps from one double to the next, in between.
  return std::clamp(under_way / high - rest, curves.at(low, read_share),
                    curves.at(high, read_share));
}

}  // namespace hpcast::coretime
