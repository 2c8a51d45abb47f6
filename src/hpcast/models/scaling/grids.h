// On which grids runs are the same regular program, and how these grids go on.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/models/scaling/regular.h"

namespace hpcast::scaling {

// `runs`: the largest first. The first grids, by dimensions, on which all of them are the same
// program. Throws InputError where there are none.
RegularProgram program_of(const std::vector<const mpitrace::Profile*>& runs);

// Of more ranks than the program's runs have, the largest first: `wanted`, or as the runs' grids go
// on. Throws InputError where they do not, or are too small to tell what new ranks would do.
Shape next_shape(const std::vector<Run>& runs, std::uint32_t ranks,
                 const std::optional<Shape>& wanted);

}  // namespace hpcast::scaling
