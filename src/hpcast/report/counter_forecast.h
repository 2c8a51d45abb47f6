// The forecast of a counter trace, for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hpcast/report/text.h"
#include "hpcast/result/counter_forecast.h"

namespace hpcast::report {

std::string text_report(const result::CounterForecast& forecast, const TextOptions& options);

// A page that needs nothing else.
std::string html_page(const result::CounterForecast& forecast);

// What the page shows of a comparison: events forecast over those measured, and their errors.
std::string comparison_figures(const result::CounterForecast::Comparison& comparison);

// At most `most` regions, those with the largest shares of the time or of the first metric; the
// longest first.
std::vector<const result::CounterForecast::Region*> leading_regions(
    const result::CounterForecast& forecast, std::size_t most);

// "growth laws, learned from 4 runs; order of events forecast, too"
std::string origin_text(const result::CounterForecast& forecast);

}  // namespace hpcast::report
