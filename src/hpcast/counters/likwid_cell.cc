#include "hpcast/counters/likwid_cell.h"

#include <algorithm>

namespace hpcast::counters {

void LikwidCell::add(const std::string& group, const LikwidCounter& counter, double value) {
  Box& box = groups_[group].boxes[counter.box];
  box.sum += value;
  ++box.counters;
}

std::vector<std::string> LikwidCell::whole_groups() const {
  std::vector<std::string> names;
  for (const auto& [name, group] : groups_)
    if (group.lacking.empty()) names.push_back(name);
  return names;
}

double LikwidCell::value(const std::string& group) const {
  double sum = 0;
  for (const auto& [name, box] : groups_.at(group).boxes) sum += box.sum / box.counters;
  return sum;
}

std::vector<std::string> LikwidCell::missing() const {
  std::vector<std::string> counters;
  for (const auto& [name, group] : groups_)
    if (std::any_of(group.boxes.begin(), group.boxes.end(),
                    [](const auto& entry) { return entry.second.sum > 0; }))
      counters.insert(counters.end(), group.lacking.begin(), group.lacking.end());
  return counters;
}

}  // namespace hpcast::counters
