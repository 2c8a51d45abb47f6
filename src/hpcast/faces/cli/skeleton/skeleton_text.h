// What hpcast skeleton answers, for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/forecast/skeleton/calibrate.h"

namespace hpcast::cli {

// The verdict, what is replaced, what stays and why.
std::string skeleton_text(const forecast::Skeleton& skeleton, const report::TextOptions& options);

// "update.c:12-17"; "update.c:12" where it ends there too, or earlier.
std::string lines_of(const std::string& file, int line, int end_line);

// What the region's time depends on, for people; "-" where on nothing, with "…" where also on what
// nobody knows.
std::string features_of(const skeleton::Region& region);
// "error 5 %", or why there is none.
std::string time_of(const skeleton::Region& region, const skeleton::Found& found);

// How well the times fit, region by region.
std::string calibration_text(const forecast::Calibration& calibration,
                             const forecast::Skeleton& skeleton, const std::string& database,
                             const report::TextOptions& options);

}  // namespace hpcast::cli
