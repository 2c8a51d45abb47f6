// A roofline as a picture.
#pragma once

#include <string>

#include "hpcast/faces/report/memory/roofline.h"

namespace hpcast::report {

// An SVG element with its key before it: FLOP/s over FLOPs a byte, both by logarithm. A roof for
// each level and each peak; of the run and of each phase a dot a level, joined by a line.
std::string roofline_chart(const Roofline& roofline);

}  // namespace hpcast::report
