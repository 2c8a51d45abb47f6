// The profile that a regular program has on a grid.
#pragma once

#include <map>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/models/scaling/regular.h"

namespace hpcast::scaling {

// `amounts` of each of the grid's parts, which the program must have.
mpitrace::Profile made_profile(const RegularProgram& program, const RankGrid& grid,
                               const std::map<Part, Amounts>& amounts);

}  // namespace hpcast::scaling
