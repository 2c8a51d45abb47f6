// The forecast of a counter trace, for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hpcast/answers/counters/answer.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string text_report(const answers::CounterForecast& forecast, const TextOptions& options);

// A page that needs nothing else.
std::string html_page(const answers::CounterForecast& forecast);

// What the page shows of a comparison: events forecast over those measured, and their errors.
std::string comparison_figures(const answers::CounterForecast::Comparison& comparison);

// At most `most` regions, those with the largest shares of the time or of the first metric; the
// longest first.
std::vector<const answers::CounterForecast::Region*> leading_regions(
    const answers::CounterForecast& forecast, std::size_t most);

// "growth laws, learned from 4 runs; order of events forecast, too"
std::string origin_text(const answers::CounterForecast& forecast);

}  // namespace hpcast::report
