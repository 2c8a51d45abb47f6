// A latency forecast for people.
#pragma once

#include <string>

#include "hpcast/answers/latency/answer.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string text_report(const answers::LatencyResult& result, const TextOptions& options);

// A page that needs nothing else.
std::string html_page(const answers::LatencyResult& result);

}  // namespace hpcast::report
