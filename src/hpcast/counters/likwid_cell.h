// What LIKWID counted of one event on one hardware thread: by group of events, which take turns,
// and by the counters that counted it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/counters/likwid_names.h"

namespace hpcast::counters {

class LikwidCell {
 public:
  void add(const std::string& group, const LikwidCounter& counter, double value);
  void lack(const std::string& group, std::string_view counter) {
    groups_[group].lacking.emplace_back(counter);
  }

  // The groups that counted all of it; what lacks a box in one of them is not used there.
  std::vector<std::string> whole_groups() const;
  // Of a whole group: boxes added up. Of several counters of a box, which count the same, the mean.
  double value(const std::string& group) const;
  // The counters that lack where others of the same group counted something.
  std::vector<std::string> missing() const;

 private:
  struct Box {
    double sum = 0;
    unsigned counters = 0;
  };
  struct Group {
    std::map<std::string, Box> boxes;
    std::vector<std::string> lacking;
  };

  std::map<std::string, Group> groups_;
};

}  // namespace hpcast::counters
