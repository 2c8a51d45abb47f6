#include "hpcast/result/job_power.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::result {

namespace {

std::string job_limit_text(const JobPower& job, const PowerLimit& limit) {
  const std::string name = limited_text(job, limit, limit.limit_w);
  if (limit.excesses.empty())
    return fmt::format("{} below the limit of {}",
                       format_scaled(limit.limit_w - sum_of(job.peak().watts), "W"), name);
  return fmt::format("above the limit of {} for {} in {}; held to it, the job takes {} longer",
                     name, format_time(limit.over_s), counted(limit.excesses.size(), "moment"),
                     format_time(limit.cap_costs_s));
}

}  // namespace

double JobPower::base_w() const { return base_of(terms, windows.front().watts); }

double JobPower::mean_w() const {
  double energy = 0, time = 0;
  for (const JobWindow& window : windows) {
    energy += window.duration_s * sum_of(window.watts);
    time += window.duration_s;
  }
  return energy / time;
}

const JobWindow& JobPower::peak() const {
  return *std::max_element(windows.begin(), windows.end(),
                           [](const JobWindow& one, const JobWindow& other) {
                             return sum_of(one.watts) < sum_of(other.watts);
                           });
}

bool JobPower::is_within_limits() const {
  return std::all_of(limits.begin(), limits.end(),
                     [](const PowerLimit& limit) { return limit.excesses.empty(); });
}

std::string limited_text(const JobPower& job, const PowerLimit& limit, double watts) {
  if (!limit.of_increase) return format_scaled(watts, "W");
  return format_scaled(watts - job.base_w(), "W") + " over base";
}

std::string verdict_line(const JobPower& job) {
  const JobWindow& peak = job.peak();
  const double most = sum_of(peak.watts);
  std::string line = fmt::format("{} at most, {} over base, at {}; {} in the mean, {} in {}",
                                 format_scaled(most, "W"), format_scaled(most - job.base_w(), "W"),
                                 format_time(peak.start_s), format_scaled(job.mean_w(), "W"),
                                 format_scaled(job.energy_j(), "J"), format_time(job.time_s));
  for (const PowerLimit& limit : job.limits) line += "; " + job_limit_text(job, limit);
  return line;
}

}  // namespace hpcast::result
