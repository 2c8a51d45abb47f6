// The time of a region as a function of its features, from measured calls.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/models/skeleton/samples.h"

namespace hpcast::skeleton {

// From `above` on, each more of the feature takes so many seconds more than before, or less: data
// no longer fit a cache.
struct Bend {
  std::size_t feature = 0;  // 0: the first
  double above = 0;
  double seconds = 0;
};

// Seconds of one call: coefficients[0] + coefficients[1] * feature 1 + …, and for each bend what
// its feature has above it. Nothing is below 0, so that what is extrapolated never falls.
struct Law {
  std::vector<double> coefficients;
  std::vector<Bend> bends;

  Law times(double factor) const;
};

// What one run spent in a region.
struct RunTotal {
  std::string command;
  std::size_t processes = 0;
  double calls = 0, seconds = 0;  // of all processes
};

struct RegionFit {
  int region = 0;
  Law law;
  double calls = 0, seconds = 0;  // measured
  double share = 0;               // of the measured time of all regions
  // Relative errors of the mean times of calls that are alike, each as important as its time.
  double mean_error = 0;
  double worst_error = 0;  // of those with at least a hundredth of the region's time
  // The worst of the runs' totals, each forecast from the other runs; none of a single run.
  std::optional<double> left_out_error;
  std::vector<RunTotal> runs;
};

// Of all regions that were measured, by number.
std::vector<RegionFit> fit_regions(const std::vector<Run>& runs);

// The regions' time in the run that took the longest, forecast from the others: its relative error.
// Nothing where there is but one run.
std::optional<double> error_of_longest(const std::vector<Run>& runs);

}  // namespace hpcast::skeleton
