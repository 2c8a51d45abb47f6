// A calibration for a terminal.
#pragma once

#include <string>

#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/inputs/calibrate/calibration.h"

namespace hpcast::cli {

// The verdict, the table of what was measured beside what was told before, what was not seen.
std::string calibration_text(const calibrate::Calibration& calibration,
                             const report::TextOptions& options);

}  // namespace hpcast::cli
