// Kinds of cores on one machine (performance and efficiency cores) and their clocks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/host/topology.h"

namespace hpcast::host {

struct CoreKind {
  std::string name;             // hwloc's, or empty
  std::optional<double> clock;  // Hz: the base clock, else the highest
  std::string capacity;         // Linux's measure of how fast cores are, where no clock is told
  bool operator==(const CoreKind&) const = default;
};

// Cores alike in all of that are of one kind.
CoreKind kind_of(hwloc_topology_t topology, hwloc_obj_t core);

}  // namespace hpcast::host
