// Intervals of the same program or region added up.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/answers/power/answer.h"
#include "hpcast/models/power/activity.h"

namespace hpcast::power {

// Weighted sums over time; where nothing tells the time, intervals count the same.
class GroupSums {
 public:
  explicit GroupSums(std::size_t terms) : terms_(terms) {}

  // Which group the interval went to, in the order of their first ones.
  std::size_t add(const std::string& name, const ActiveInterval& interval,
                  const std::vector<double>& watts);
  std::vector<answers::PowerGroup> take();

 private:
  std::size_t terms_;
  std::vector<answers::PowerGroup> groups_;  // sums, until they are taken
  std::unordered_map<std::string, std::size_t> index_of_;
  std::vector<double> weights_, measured_weights_;
};

}  // namespace hpcast::power
