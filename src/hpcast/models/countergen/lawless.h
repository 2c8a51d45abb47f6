// Where no law of growth describes what steps gain: trees, where these do better.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/history_model.h"
#include "hpcast/models/countergen/steps.h"

namespace hpcast::countergen {

// Of places whose law is far off a size that is left out: trees are learned from the other sizes,
// and where they are nearer, GrowthLaw::holds becomes false. Returns the trees for all of these,
// from all sizes; nothing where laws do.
std::optional<HistoryModel> learn_lawless(const std::vector<StepsOfRun>& runs, const Stacks& stacks,
                                          const Names& regions, std::size_t metrics,
                                          Contexts& laws);

}  // namespace hpcast::countergen
