// Power over time as a meter tells it: averages over windows of any length.
#pragma once

#include <optional>
#include <vector>

namespace hpcast::meter {

struct Window {
  double begin_s = 0, end_s = 0;  // since whatever the reading says
  double watts = 0;               // on average

  bool operator==(const Window&) const = default;
};
// In the order of time; none overlaps another, between two there may be a gap.
using Windows = std::vector<Window>;

// The time-weighted mean of those wholly within [begin, end], but for what rounding makes of times
// that were added up; a window that is only partly so knows nothing of its part. Nothing where they
// cover less than a quarter: three windows' time has one whole window in it at least, so that less
// is a gap.
std::optional<double> mean_within(const Windows& windows, double begin_s, double end_s);

// The median length; 0 of none.
double usual_length(const Windows& windows);

}  // namespace hpcast::meter
