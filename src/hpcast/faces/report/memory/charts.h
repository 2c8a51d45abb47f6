// The charts of a report, each an SVG element.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/answers/memory/compare.h"
#include "hpcast/faces/report/memory/analysis.h"
#include "hpcast/faces/report/memory/groups.h"

namespace hpcast::report {

// The forecast as a stack of its phases, each with what limits it.
std::string phase_timeline(const answers::MemoryAnswer& result);

// The busiest objects, at most three of a kind, their time split by phase.
std::string busiest_chart(const answers::MemoryAnswer& result, const std::vector<Group>& groups,
                          const PhaseTimes& times);

// A roofline over all levels: the time each level alone would need, against the forecast.
std::string level_chart(const answers::MemoryAnswer& result, const std::vector<Group>& groups);

// Forecasts of several results against each other.
std::string forecast_chart(const std::vector<std::string>& titles,
                           const std::vector<double>& times_s);

// The first `most` rows of a comparison as pairs of bars, A above B.
std::string difference_chart(const std::vector<answers::LoadDifference>& rows, std::size_t most);

}  // namespace hpcast::report
