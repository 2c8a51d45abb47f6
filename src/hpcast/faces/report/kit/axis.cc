#include "hpcast/faces/report/kit/axis.h"

#include <cmath>
#include <initializer_list>

namespace hpcast::report {

namespace {

// 1, 2 or 5 times a power of ten, such that about `ticks` of them fit.
double step_for(double range, int ticks) {
  const double rough = range / ticks;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10 * power;
}

// Those of `factors` times every so many powers of ten.
std::vector<double> log_ticks(const Axis& axis, std::initializer_list<double> factors, int every) {
  std::vector<double> found;
  const int first = static_cast<int>(std::floor(std::log10(axis.from)));
  for (int power = first; std::pow(10, power) <= axis.to * 1.001; ++power)
    for (const double factor : factors) {
      const double tick = factor * std::pow(10, power);
      if (power % every == 0 && tick >= axis.from * 0.999 && tick <= axis.to * 1.001)
        found.push_back(tick);
    }
  return found;
}

// 1, 2 and 5 of each power of ten; where these are more than twice `about`, fewer.
std::vector<double> log_ticks(const Axis& axis, int about) {
  const std::size_t most = 2 * static_cast<std::size_t>(about);
  std::vector<double> found = log_ticks(axis, {1, 2, 5}, 1);
  for (int every = 1; found.size() > most; ++every) found = log_ticks(axis, {1}, every);
  return found;
}

}  // namespace

double Axis::share(double value) const {
  if (log) return std::log(value / from) / std::log(to / from);
  return (value - from) / (to - from);
}

std::vector<double> Axis::ticks(int about) const {
  if (log) return log_ticks(*this, about);
  std::vector<double> found;
  const double step = step_for(to - from, about);
  for (double tick = std::ceil(from / step - 1e-9) * step; tick <= to + 1e-9 * step; tick += step)
    found.push_back(tick + 0.0);
  return found;
}

}  // namespace hpcast::report
