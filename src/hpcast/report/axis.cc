#include "hpcast/report/axis.h"

#include <cmath>

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

std::vector<double> log_ticks(double from, double to) {
  std::vector<double> found;
  for (double power = std::pow(10, std::floor(std::log10(from))); power <= to; power *= 10)
    for (const double factor : {1.0, 2.0, 5.0})
      if (factor * power >= from * 0.999 && factor * power <= to * 1.001)
        found.push_back(factor * power);
  return found;
}

}  // namespace

double Axis::share(double value) const {
  if (log) return std::log(value / from) / std::log(to / from);
  return (value - from) / (to - from);
}

std::vector<double> Axis::ticks(int about) const {
  if (log) return log_ticks(from, to);
  std::vector<double> found;
  const double step = step_for(to - from, about);
  for (double tick = std::ceil(from / step - 1e-9) * step; tick <= to + 1e-9 * step; tick += step)
    found.push_back(tick + 0.0);
  return found;
}

}  // namespace hpcast::report
