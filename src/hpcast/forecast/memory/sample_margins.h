// How far a forecast from a sample may be off: confidence intervals (docs/memory-model.md).
#pragma once

#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/models/memsim/occupancy.h"
#include "hpcast/models/memsim/sample.h"

namespace hpcast::forecast {

// Fills in `sample` and the objects' margins. Occupancies are of the whole estimate, of what of it
// is exact, and of its replicates in order.
void describe_sample(answers::MemoryAnswer& r, const memsim::SamplePlan& plan,
                     const memsim::SampleEstimate& estimate, const memsim::Occupancy& all,
                     const memsim::Occupancy& exact,
                     const std::vector<memsim::Occupancy>& replicates);

}  // namespace hpcast::forecast
