// The header of a skeleton that holds its regions' times: all that another processor changes.
#pragma once

#include <string>
#include <vector>

#include "hpcast/models/skeleton/plan.h"
#include "hpcast/models/skeleton/processors.h"

namespace hpcast::skeleton {

inline constexpr char times_file[] = "hpcast_skeleton_times.h";

// A macro for each region of the plan. `times`: as many, of those that are not found no time.
std::string times_header(const Plan& plan, const std::vector<Found>& times,
                         const std::string& processor);

}  // namespace hpcast::skeleton
