// What LIKWID counted of one event on one hardware thread: by the box that counted it, and by group
// of events, which take turns. Groups may have other boxes than each other.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/likwid_names.h"

namespace hpcast::counters {

class LikwidCell {
 public:
  // Of a whole run, from what was counted while groups were active.
  struct Estimate {
    double count = 0;  // boxes added up
    double level = 0;  // the mean, by how long groups were active
    double share = 1;  // of the time: that of the box that was active least
  };

  void add(const std::string& group, const LikwidCounter& counter, double value);
  void lack(const std::string& group, const LikwidCounter& counter, const std::string& name);

  // Each box was counted by a group; one that lacks a counter of it is not used for it.
  bool is_whole() const;
  bool is_of_boxes_in_turns() const;  // not all groups used have all boxes
  double counted() const;             // where it is whole, in all groups
  // Where it is whole; `times`: of groups, nothing where none is known.
  Estimate estimate(const std::map<std::string, double>& times) const;
  // The counters of boxes that lack where others counted something.
  std::vector<std::string> missing() const;

 private:
  // A box in a group. Several counters of it count the same: their mean is its count.
  struct Count {
    double sum = 0;
    unsigned counters = 0;
    std::vector<std::string> lacking;

    bool is_whole() const { return counters > 0 && lacking.empty(); }
    double mean() const { return sum / counters; }
  };
  using Box = std::map<std::string, Count>;  // by group

  static bool is_whole(const Box& box);
  static Estimate estimate(const Box& box, const std::map<std::string, double>& times);
  bool any_counted() const;

  std::map<std::string, Box> boxes_;
};

}  // namespace hpcast::counters
