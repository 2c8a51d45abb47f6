// What was concluded of a network, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/inputs/netcal/write.h"

namespace hpcast::cli {

// The verdict, each number with where it went, forecasts beside what was measured, what the tables
// did not tell.
std::string network_calibration_text(const netcal::Concluded& concluded,
                                     const std::vector<netcal::Check>& checks,
                                     const report::TextOptions& options);

}  // namespace hpcast::cli
