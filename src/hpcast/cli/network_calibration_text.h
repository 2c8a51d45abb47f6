// What was concluded of a network, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "hpcast/netcal/write.h"
#include "hpcast/report/text.h"

namespace hpcast::cli {

// The verdict, each number with where it went, forecasts beside what was measured, what the tables
// did not tell.
std::string network_calibration_text(const netcal::Concluded& concluded,
                                     const std::vector<netcal::Check>& checks,
                                     const report::TextOptions& options);

}  // namespace hpcast::cli
