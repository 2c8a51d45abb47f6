// A model held against the runs that it was learned from.
#pragma once

#include <vector>

#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// What the run gained in all, and what the model's laws and trees say of it: by metric, the time in
// nanoseconds behind them. Steps of which a gain is not known count for the others.
std::vector<Held> hold_against(const Model& model, const StepsOfRun& run);

}  // namespace hpcast::countergen
