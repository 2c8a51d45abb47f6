// A power model of another machine: the same formulas with the peaks of its DAT, and energies of
// events that are those of a known machine, scaled.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/power/model.h"

namespace hpcast::power {

struct ScaleRequest {
  std::string set;                       // of the known machine; empty: the first
  std::map<std::string, double> energy;  // an event's over that of the known machine, by term
  double other_energy = 1;               // of terms not named there
  std::optional<double> base_w;          // of a node
  std::vector<std::string> assumptions;  // to be told with every answer
  std::string name;                      // of the model, where the machine has none
};

// Terms without a part of a machine, or with one that this machine lacks, are left out, but for
// those priced by the traffic of others that are there; caches beyond those that the known model
// has cost what the last of those costs. Throws InputError for terms that are not there, and where
// none is left.
Model scaled(const Model& known, const dat::Machine& machine, const ScaleRequest& request);

}  // namespace hpcast::power
