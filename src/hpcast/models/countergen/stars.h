// Sizes that no two of were changed at once from a base: what they do together is open.
#pragma once

#include <cstddef>
#include <vector>

#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// In all runs `one` or `other` is at its base. Laws of sums and of products say the same there.
struct Star {
  std::size_t one = 0, other = 0;  // sizes, in the model's order
  double one_base = 0, other_base = 0;

  // How many times the one that is nearer to its base is off it, at least 1.
  double times_off(const std::vector<double>& sizes) const;
};

std::vector<Star> stars_in(const Model& model);

// Allows for what sizes may do together that were never changed at once: one power more of how far
// they are off their base, once for what a step gains and once for how many steps there are.
Forecast with_stars(Forecast forecast, const std::vector<double>& sizes,
                    const std::vector<Star>& stars);

}  // namespace hpcast::countergen
