#include "hpcast/models/power/job.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"

namespace hpcast::power {

ComputePhases::ComputePhases(const NodePower& power) {
  const std::vector<ActiveInterval>& intervals = power.activity.intervals;
  const bool timed =
      std::all_of(intervals.begin(), intervals.end(),
                  [](const ActiveInterval& interval) { return interval.duration_s > 0; });
  double time = 0;
  for (const ActiveInterval& interval : intervals) {
    const double begin = time;
    time += timed ? interval.duration_s : 1;
    phases_.push_back({begin, time, power.watts(interval)});
  }
  for (Phase& phase : phases_) {
    phase.begin /= time;
    phase.end /= time;
  }
  if (!phases_.empty()) phases_.back().end = 1;
}

namespace {

// What rounding leaves of a window is none.
std::size_t count_of_windows(double time_s, double window_s) {
  constexpr double rounding = 1e-6;
  return std::max<std::size_t>(1,
                               static_cast<std::size_t>(std::ceil(time_s / window_s - rounding)));
}

}  // namespace

EnergyWindows::EnergyWindows(double time_s, double window_s, std::size_t terms)
    : time_s_(time_s),
      window_s_(window_s),
      terms_(terms),
      count_(count_of_windows(time_s, window_s)),
      joules_(count_ * terms) {}

std::size_t EnergyWindows::window_at(double time_s) const {
  return std::min(count_ - 1, static_cast<std::size_t>(std::max(0.0, time_s / window_s_)));
}

double EnergyWindows::end_of(std::size_t window) const {
  return window + 1 == count_ ? time_s_ : static_cast<double>(window + 1) * window_s_;
}

void EnergyWindows::add(std::size_t term, double begin_s, double end_s, double joules) {
  const std::size_t last = window_at(end_s);
  for (std::size_t window = window_at(begin_s); window < last; ++window) {
    const double part = std::max(0.0, end_of(window) - begin_s);
    const double here = joules * part / (end_s - begin_s);
    joules_[window * terms_ + term] += here;
    joules -= here;
    begin_s += part;
  }
  joules_[last * terms_ + term] += joules;
}

std::vector<answers::JobWindow> EnergyWindows::windows() const {
  std::vector<answers::JobWindow> windows(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    windows[i].start_s = static_cast<double>(i) * window_s_;
    windows[i].duration_s = end_of(i) - windows[i].start_s;
    for (std::size_t term = 0; term < terms_; ++term)
      windows[i].watts.push_back(joules_[i * terms_ + term] / windows[i].duration_s);
  }
  return windows;
}

answers::PowerLimit limit_of(const answers::JobPower& job, double limit_w, bool of_increase) {
  const double base = job.base_w();
  answers::PowerLimit limit{of_increase ? base + limit_w : limit_w, of_increase, {}, 0, 0};
  constexpr double nothing = 1e-9;  // of base, which is a sum of many nodes
  if (limit.limit_w <= base * (1 + nothing))
    throw InputError(fmt::format("a limit of {}: the system draws {} when it does nothing",
                                 format_scaled(limit.limit_w, "W"), format_scaled(base, "W")),
                     "a limit above that, or --limit-increase for what comes on top of it");
  bool was_above = false;
  for (const answers::JobWindow& window : job.windows) {
    const double watts = answers::sum_of(window.watts);
    const bool is_above = watts > limit.limit_w;
    if (is_above) {
      if (!was_above) limit.excesses.push_back({window.start_s, 0, 0});
      answers::PowerExcess& excess = limit.excesses.back();
      excess.end_s = window.start_s + window.duration_s;
      excess.most_w = std::max(excess.most_w, watts);
      limit.over_s += window.duration_s;
      limit.cap_costs_s += window.duration_s * ((watts - base) / (limit.limit_w - base) - 1);
    }
    was_above = is_above;
  }
  return limit;
}

}  // namespace hpcast::power
