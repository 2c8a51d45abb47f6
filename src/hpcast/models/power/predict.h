// A program's power from its counters: docs/power.md.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hpcast/answers/power/answer.h"
#include "hpcast/models/power/node_power.h"

namespace hpcast::power {

struct PredictRequest {
  NodePowerRequest power;
  std::optional<std::uint64_t> job_nodes;  // the others of the system do nothing
};

// All but `tool` and `inputs`. Throws InputError as node_power() does, and for more nodes than
// there are.
answers::PowerAnswer predict(const Model& model, const std::vector<NamedTable>& tables,
                             const PredictRequest& request);

}  // namespace hpcast::power
