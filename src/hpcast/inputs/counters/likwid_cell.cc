#include "hpcast/inputs/counters/likwid_cell.h"

#include <algorithm>
#include <set>

namespace hpcast::counters {

void LikwidCell::add(const std::string& group, const LikwidCounter& counter, double value) {
  Count& count = boxes_[counter.box][group];
  count.sum += value;
  ++count.counters;
}

void LikwidCell::lack(const std::string& group, const LikwidCounter& counter,
                      const std::string& name) {
  boxes_[counter.box][group].lacking.push_back(name);
}

bool LikwidCell::is_whole(const Box& box) {
  return std::any_of(box.begin(), box.end(),
                     [](const auto& entry) { return entry.second.is_whole(); });
}

bool LikwidCell::is_whole() const {
  return std::all_of(boxes_.begin(), boxes_.end(),
                     [](const auto& entry) { return is_whole(entry.second); });
}

bool LikwidCell::is_of_boxes_in_turns() const {
  std::set<std::set<std::string>> sets;
  for (const auto& [name, box] : boxes_) {
    std::set<std::string> groups;
    for (const auto& [group, count] : box)
      if (count.is_whole()) groups.insert(group);
    sets.insert(std::move(groups));
  }
  return sets.size() > 1;
}

double LikwidCell::counted() const {
  double sum = 0;
  for (const auto& [name, box] : boxes_)
    for (const auto& [group, count] : box)
      if (count.is_whole()) sum += count.mean();
  return sum;
}

LikwidCell::Estimate LikwidCell::estimate(const Box& box,
                                          const std::map<std::string, double>& times) {
  double total = 0, active = 0, sum = 0, weighted = 0, groups = 0;
  for (const auto& [group, time] : times) total += time;
  for (const auto& [group, count] : box) {
    if (!count.is_whole()) continue;
    const auto at = times.find(group);
    const double time = at == times.end() ? 0 : at->second;
    active += time;
    sum += count.mean();
    weighted += count.mean() * time;
    groups += 1;
  }
  const double share = active > 0 ? active / total : 1;
  return {sum / share, active > 0 ? weighted / active : sum / groups, share};
}

LikwidCell::Estimate LikwidCell::estimate(const std::map<std::string, double>& times) const {
  Estimate all;
  for (const auto& [name, box] : boxes_) {
    const Estimate of_box = estimate(box, times);
    all.count += of_box.count;
    all.level += of_box.level;
    all.share = std::min(all.share, of_box.share);
  }
  return all;
}

bool LikwidCell::any_counted() const {
  for (const auto& [name, box] : boxes_)
    for (const auto& [group, count] : box)
      if (count.sum > 0) return true;
  return false;
}

std::vector<std::string> LikwidCell::missing() const {
  std::set<std::string> counters;
  if (!any_counted()) return {};
  for (const auto& [name, box] : boxes_)
    if (!is_whole(box))
      for (const auto& [group, count] : box)
        counters.insert(count.lacking.begin(), count.lacking.end());
  return {counters.begin(), counters.end()};
}

}  // namespace hpcast::counters
