#include "hpcast/models/power/groups.h"

#include <cmath>
#include <utility>

namespace hpcast::power {

std::size_t GroupSums::add(const std::string& name, const ActiveInterval& interval,
                           const std::vector<double>& watts) {
  const auto [at, is_new] = index_of_.try_emplace(name, groups_.size());
  const std::size_t index = at->second;
  if (is_new) {
    groups_.push_back({name, 0, std::vector<double>(terms_), std::vector<double>(terms_), {}});
    weights_.push_back(0);
    measured_weights_.push_back(0);
  }
  answers::PowerGroup& group = groups_[index];
  const double weight = interval.duration_s > 0 ? interval.duration_s : 1;
  group.time_s += interval.duration_s;
  weights_[index] += weight;
  for (std::size_t i = 0; i < terms_; ++i) {
    group.rates[i] += weight * interval.rates[i];
    group.watts[i] += weight * watts[i];
  }
  if (std::isnan(interval.watts)) return index;
  group.measured_w = group.measured_w.value_or(0) + weight * interval.watts;
  measured_weights_[index] += weight;
  return index;
}

std::vector<answers::PowerGroup> GroupSums::take() {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (std::size_t i = 0; i < terms_; ++i) {
      groups_[g].rates[i] /= weights_[g];
      groups_[g].watts[i] /= weights_[g];
    }
    if (groups_[g].measured_w) *groups_[g].measured_w /= measured_weights_[g];
  }
  return std::move(groups_);
}

}  // namespace hpcast::power
