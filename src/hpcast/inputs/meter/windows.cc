#include "hpcast/inputs/meter/windows.h"

#include <algorithm>
#include <cmath>

namespace hpcast::meter {

std::optional<double> mean_within(const Windows& windows, double begin_s, double end_s) {
  constexpr double least_share = 0.25, rounding = 1e-9;
  const double slack = rounding * std::max(std::fabs(begin_s), std::fabs(end_s));
  const auto first =
      std::lower_bound(windows.begin(), windows.end(), begin_s - slack,
                       [](const Window& window, double time) { return window.begin_s < time; });
  // What is above or below the first one is added up: steady power comes out as it is.
  double joules = 0, covered = 0;
  for (auto window = first; window != windows.end() && window->end_s <= end_s + slack; ++window) {
    const double length = window->end_s - window->begin_s;
    joules += length * (window->watts - first->watts);
    covered += length;
  }
  if (covered <= 0 || covered < least_share * (end_s - begin_s)) return std::nullopt;
  return first->watts + joules / covered;
}

double usual_length(const Windows& windows) {
  if (windows.empty()) return 0;
  std::vector<double> lengths;
  for (const Window& window : windows) lengths.push_back(window.end_s - window.begin_s);
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

}  // namespace hpcast::meter
