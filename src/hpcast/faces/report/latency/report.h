// A latency forecast for people.
#pragma once

#include <string>

#include "hpcast/answers/latency/answer.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string text_report(const answers::LatencyAnswer& result, const TextOptions& options);

// A page that needs nothing else.
std::string html_page(const answers::LatencyAnswer& result);

}  // namespace hpcast::report
