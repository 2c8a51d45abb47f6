// Sizes that varied together in all runs: what depends on which of them is open.
#pragma once

#include <cstddef>
#include <vector>

#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// In all runs, `other` is `one` to a power, times something; both may be rounded.
struct Tangle {
  std::size_t one = 0, other = 0;         // sizes, in the model's order
  double power = 0;                       // not 0
  double one_value = 0, other_value = 0;  // of one of the runs
  double change = 0;                      // logarithm of how many times `one` changed at most

  bool holds_at(const std::vector<double>& sizes) const;
  // What counts may depend on as well as on these sizes: either of the two as it would be in such
  // runs by the other.
  std::vector<double> by_one(std::vector<double> sizes) const;
  std::vector<double> by_other(std::vector<double> sizes) const;
};

std::vector<Tangle> tangles_in(const Model& model);

// What steps may gain at sizes where some tangles do not hold: as much as if only one of the two
// sizes counted, whichever it is, and one power more of how far the sizes are from those of runs,
// once for what a step gains and once for how many steps there are.
Forecast at_tangled(const GrowthLaw& law, const std::vector<double>& sizes,
                    const std::vector<Tangle>& tangles);

}  // namespace hpcast::countergen
