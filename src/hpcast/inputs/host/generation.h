// Which of the cores that hpcast knows (dat/generations.h) a processor has.
#pragma once

#include <optional>
#include <string>

#include "hpcast/inputs/host/topology.h"

namespace hpcast::host {

// By CPUID's family and model, or Arm's implementer and part, as hwloc tells them; none where it
// does not, or hpcast has no table of such a core.
std::optional<std::string> generation_of(hwloc_topology_t topology);

}  // namespace hpcast::host
