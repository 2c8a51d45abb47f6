#include "hpcast/report/analysis.h"

#include <algorithm>

namespace hpcast::report {

using result::MemoryResult;

PhaseTimes::PhaseTimes(const MemoryResult& result) {
  if (result.phases.size() < 2) {
    times_.emplace_back();
    for (const result::ObjectResult& object : result.objects) times_[0].push_back(object.time_s);
    longest_.push_back(result.time_s);
    return;
  }
  for (const result::PhaseResult& phase : result.phases) {
    times_.emplace_back(result.objects.size(), 0.0);
    for (const result::PhaseTraffic& traffic : phase.objects) {
      times_.back()[traffic.object] = traffic.time_s;
    }
  }
  for (const std::vector<double>& times : times_) {
    longest_.push_back(times.empty() ? 0 : *std::max_element(times.begin(), times.end()));
  }
}

double PhaseTimes::occupancy(std::size_t phase, std::uint32_t object) const {
  return longest_[phase] > 0 ? times_[phase][object] / longest_[phase] : 0;
}

double time_without(const MemoryResult& result, const PhaseTimes& times, const Group& group) {
  std::vector<bool> left_out(result.objects.size(), false);
  for (const std::uint32_t member : group.members) left_out[member] = true;
  double total = 0;
  for (std::size_t phase = 0; phase < times.phases(); ++phase) {
    double longest = 0;
    for (std::uint32_t i = 0; i < result.objects.size(); ++i) {
      if (!left_out[i]) longest = std::max(longest, times.time_s(phase, i));
    }
    total += longest;
  }
  return total;
}

const Group* limiting_group(const MemoryResult& result, const std::vector<Group>& groups) {
  for (const Group& group : groups) {
    for (const std::uint32_t member : group.members) {
      if (result.objects[member].name == result.bottleneck.name) return &group;
    }
  }
  return nullptr;
}

}  // namespace hpcast::report
