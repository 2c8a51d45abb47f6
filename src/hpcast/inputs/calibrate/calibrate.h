// Measures this machine.
#pragma once

#include "hpcast/base/interruption.h"
#include "hpcast/inputs/calibrate/calibration.h"

namespace hpcast::calibrate {

enum class Effort { quick, full };

// Some 20 s or a good minute. Throws InputError where there is not the memory, and what
// `interruption` does.
Calibration calibrate(Effort effort, const Interruption& interruption);

}  // namespace hpcast::calibrate
