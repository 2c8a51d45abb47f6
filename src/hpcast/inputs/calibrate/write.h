// A calibration as JSON (schemas/calibration.schema.json).
#pragma once

#include <string>

#include "hpcast/inputs/calibrate/calibration.h"

namespace hpcast::calibrate {

// "cycles", "s", "Hz", "B/s"; empty of a plain number.
const char* name_of(Unit unit);

// `version`: hpcast's.
std::string to_text(const Calibration& calibration, const std::string& version);

}  // namespace hpcast::calibrate
