// The numbers in which two answers of a kind differ, found in what they are as JSON.
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/json.h"

namespace hpcast::answers {

struct MemberChange {
  std::string place;   // "terms/DRAM", "" for the answer's own members
  std::string member;  // "power_w"; of a list of numbers with the index: "to_s 2"
  double a = 0, b = 0;

  // How far they are apart, as a part of the larger: 0 to 2 (of numbers of other signs).
  double share() const;
};

// Those that differ, the largest share first. Elements of lists are brought together by what names
// them (a name, a method, a rank), else by their order; what only one side has is left out, as is
// what says where an answer comes from (tool, inputs, run).
std::vector<MemberChange> member_changes(const Json& a, const Json& b);

}  // namespace hpcast::answers
