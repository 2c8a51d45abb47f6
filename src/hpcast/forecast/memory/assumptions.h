// What a forecast assumes and does not model, in words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/forecast/memory/simulated.h"

namespace hpcast::forecast {

// Adds to `assumptions` and `not_modelled` what model and request make of it; the ranks and the
// operations of `r` are known.
void describe_model(answers::MemoryAnswer& r, const MemoryRequest& request,
                    const Simulated& simulated, const dat::Machine& machine);

// Where the machine's DAT says so: that its caches are none that anybody told of.
std::optional<std::string> assumed_caches(const dat::Machine& machine);

// Adds where operation counts from elsewhere tell of far more or fewer references than were made.
void describe_foreign_operations(answers::MemoryAnswer& r, const Simulated& simulated);

// What was sampled, what stands for what, and how good that is; nothing where all was simulated.
void describe_sampling(answers::MemoryAnswer& r, const Simulated& simulated,
                       const std::vector<std::string>& phase_names);

}  // namespace hpcast::forecast
