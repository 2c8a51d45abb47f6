// A latency forecast for people.
#pragma once

#include <string>

#include "hpcast/report/text.h"
#include "hpcast/result/latency_result.h"

namespace hpcast::report {

std::string text_report(const result::LatencyResult& result, const TextOptions& options);

// A page that needs nothing else.
std::string html_page(const result::LatencyResult& result);

}  // namespace hpcast::report
