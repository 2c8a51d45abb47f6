#include "hpcast/answers/power/job_power.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

namespace {

std::string job_limit_text(const JobPower& job, const PowerLimit& limit) {
  const std::string name = limited_text(job, limit, limit.limit_w);
  if (limit.excesses.empty())
    return fmt::format("{} below the limit of {}",
                       system_watts_text(limit.limit_w - sum_of(job.peak().watts)), name);
  return fmt::format("above the limit of {} for {} in {}; held to it, the job takes {} longer",
                     name, format_time(limit.over_s), counted(limit.excesses.size(), "moment"),
                     format_time(limit.cap_costs_s));
}

}  // namespace

double JobPower::base_w() const { return base_of(terms, windows.front().watts); }

double JobPower::job_w() const {
  const double part = static_cast<double>(job_nodes) / static_cast<double>(nodes);
  return mean_w() - (1 - part) * base_w();
}

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

std::string system_watts_text(double watts) { return format_scaled(watts, "W", 5); }

std::string limited_text(const JobPower& job, const PowerLimit& limit, double watts) {
  if (!limit.of_increase) return system_watts_text(watts);
  return system_watts_text(watts - job.base_w()) + " over base";
}

std::string verdict_line(const JobPower& job) {
  const JobWindow& peak = job.peak();
  const double most = sum_of(peak.watts);
  const double base = job.base_w();
  std::string line =
      fmt::format("{} at most, {}, at {}; {} in the mean, {} in {}", system_watts_text(most),
                  base > 0 ? system_watts_text(most - base) + " over base" : "without base power",
                  format_time(peak.start_s), system_watts_text(job.mean_w()),
                  format_scaled(job.energy_j(), "J"), format_time(job.time_s));
  if (base > 0 && job.job_nodes < job.nodes)
    line +=
        fmt::format("; its {}: {}, {}", counted(job.job_nodes, "node"),
                    system_watts_text(job.job_w()), format_scaled(job.job_w() * job.time_s, "J"));
  for (const PowerLimit& limit : job.limits) line += "; " + job_limit_text(job, limit);
  return line;
}

}  // namespace hpcast::answers
