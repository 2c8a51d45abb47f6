// Figures of a report that the result does not spell out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/faces/report/memory/groups.h"

namespace hpcast::report {

// Time of every object in every phase; one phase, of the totals, unless the result has several.
class PhaseTimes {
 public:
  explicit PhaseTimes(const answers::MemoryAnswer& result);
  std::size_t phases() const { return times_.size(); }
  double time_s(std::size_t phase, std::uint32_t object) const { return times_[phase][object]; }
  // time_s over the phase's own forecast.
  double occupancy(std::size_t phase, std::uint32_t object) const;

 private:
  std::vector<std::vector<double>> times_;
  std::vector<double> longest_;
};

// The group that the bottleneck belongs to; null when nothing limits.
const Group* limiting_group(const answers::MemoryAnswer& result, const std::vector<Group>& groups);

// "15 of 16 cores have nothing to do for most of the time"; empty where all have. In a phase, the
// core with the most references always has, and another as much less as it has fewer.
std::string idle_cores(const answers::MemoryAnswer& result);

}  // namespace hpcast::report
