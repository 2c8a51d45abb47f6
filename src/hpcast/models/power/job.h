// A job's power over time: energies in windows, limits, and what it costs to be held to one.
#pragma once

#include <cstddef>
#include <vector>

#include "hpcast/answers/power/job_power.h"
#include "hpcast/models/power/node_power.h"

namespace hpcast::power {

// What a node draws while it computes, over its computation from 0 to 1: the counted intervals, one
// after the other, as far as they tell how long they took.
class ComputePhases {
 public:
  explicit ComputePhases(const NodePower& power);

  // Calls use(part, watts) for each phase between two moments of the computation, with the part of
  // that stretch that it takes; watts by Activity::terms.
  template <class Use>
  void for_phases(double from, double to, Use use) const {
    for (const Phase& phase : phases_) {
      const double begin = phase.begin > from ? phase.begin : from;
      const double end = phase.end < to ? phase.end : to;
      if (end > begin) use((end - begin) / (to - from), phase.watts);
    }
  }

 private:
  struct Phase {
    double begin = 0, end = 0;
    std::vector<double> watts;
  };
  std::vector<Phase> phases_;
};

// Windows of equal length, the last of which may be shorter.
class EnergyWindows {
 public:
  EnergyWindows(double time_s, double window_s, std::size_t terms);

  // So much energy, evenly from `begin_s` to `end_s`, which lie within the time; all at once where
  // they are the same.
  void add(std::size_t term, double begin_s, double end_s, double joules);
  std::vector<answers::JobWindow> windows() const;

 private:
  std::size_t window_at(double time_s) const;
  double end_of(std::size_t window) const;

  double time_s_, window_s_;
  std::size_t terms_, count_;
  std::vector<double> joules_;  // by window, then term
};

// Where the job is above `limit_w`, and how much longer it takes when it is held to that: what it
// does beyond is done later, at as much energy over base. Throws InputError for a limit that base
// power alone is above.
answers::PowerLimit limit_of(const answers::JobPower& job, double limit_w, bool of_increase);

}  // namespace hpcast::power
