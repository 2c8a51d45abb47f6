// How long a program's regions take here, or would elsewhere, into a database of processors.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/forecast/skeleton/skeleton.h"
#include "hpcast/models/skeleton/fit.h"

namespace hpcast::forecast {

struct Calibration {
  std::string processor;
  std::vector<skeleton::RegionFit> fits;
  double seconds = 0;  // of all regions, measured
  std::size_t runs = 0;
  std::optional<double> longest_error;  // see skeleton::error_of_longest()
  double lost = 0;                      // calls that nobody counted, for want of room
};

// What stands for the program in a command.
inline constexpr std::string_view placeholder = "{}";

// Runs the instrumented program by `commands`, each so many times, of which the middle one
// counts, shows progress, and puts what comes out into the request's database, as times of its
// processor (this host's, without one). Throws InputError.
Calibration calibrate(const SkeletonRequest& request, const std::vector<std::string>& commands,
                      int repeats);

// Into the database: what takes a second on `of` takes `factor` on the request's processor.
void relate_processors(const SkeletonRequest& request, const std::string& of, double factor);

// The same, region by region, from what hpcast memory says of the instrumented program on another
// machine: `result` is its JSON. The run must be one of those that `of` was calibrated by.
struct ByMemory {
  std::size_t regions = 0;          // that have a time by it; others have the ratio of all
  bool operations_counted = false;  // else it knows nothing of what is computed
};
ByMemory relate_by_memory(const SkeletonRequest& request, const std::string& of,
                          const std::string& result);

}  // namespace hpcast::forecast
