// What of how a core executes instructions differs from its generation, as a DAT says it.
#pragma once

#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/pipeline.h"

namespace hpcast::dat {

// Members of `pipeline`, of which the reader makes the same again, but for the generation itself,
// the clock, and what the core class says (instructions and lines in flight).
Json difference_from_generation(const Pipeline& pipeline);

}  // namespace hpcast::dat
