// Regions and what their times go with. Each needs the other: what an expression reads is part of
// the slice, which makes regions smaller.
#pragma once

#include "regions.h"

namespace hpcast::slicer {

Regions measured_regions(Relevance& relevance, const Costs& costs, const Regions::Forced& forced);

}  // namespace hpcast::slicer
