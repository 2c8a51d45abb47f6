// What a node draws, interval by interval: the terms' activity times a set's coefficients
// (k-power.txt, eq. 6). Plain data, for whoever adds up nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/models/power/activity.h"

namespace hpcast::power {

struct NodePowerRequest {
  ActivityRequest activity;
  std::string set;  // of coefficients; empty: the first
  // What a term moves through another one's memory at that one's price, not at its own (the
  // paper's section 5.3: 2b/46).
  bool by_traffic = false;
};

struct NodePower {
  Activity activity;
  std::vector<double> coefficients;  // W at an activity of 1, by Activity::terms

  // By Activity::terms.
  std::vector<double> watts(const ActiveInterval& interval) const;
};

// W of a node at a rate of 1: the set's coefficient or, where that is asked for or there is none,
// what the term's traffic costs. Nothing where neither is known.
std::optional<double> price_of(const Model& model, const CoefficientSet& set, const Term& term,
                               bool by_traffic);

// Throws InputError as activity_of() does; and for terms that were asked for by name and cannot be
// had.
NodePower node_power(const Model& model, const std::vector<NamedTable>& tables,
                     const NodePowerRequest& request);

}  // namespace hpcast::power
