// Forecasts of counts that exceed no other: what misses L3 missed L2 before.
#pragma once

#include <string>
#include <vector>

#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/counter_roles.h"

namespace hpcast::countergen {

// Of limits_by_name() those that the runs keep, step by step, but for little.
std::vector<Limit> limits_kept(const std::vector<std::string>& metrics,
                               const std::vector<StepsOfRun>& runs);

// Has forecasts of a step, by metric, keep the limits, what nine of ten lie within as well: no
// count is more than its limit, and where one count alone is the limit, that is no less. Laws are
// each metric's own, and do not know of each other.
void hold_to(const std::vector<Limit>& limits, std::vector<Forecast>& gains);

// Has what nine of ten lie within reach up to the limits, of these metrics: all that a level is
// asked for may miss it.
void reach_limits(const std::vector<Limit>& limits, const std::vector<std::size_t>& metrics,
                  std::vector<Forecast>& gains);

}  // namespace hpcast::countergen
