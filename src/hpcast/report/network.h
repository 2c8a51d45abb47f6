// A network forecast for people.
#pragma once

#include <string>

#include "hpcast/report/text.h"
#include "hpcast/result/network_compare.h"
#include "hpcast/result/network_result.h"
#include "hpcast/result/network_timeline.h"

namespace hpcast::report {

std::string text_report(const result::NetworkResult& result, const TextOptions& options);

// Two of them side by side.
std::string text_report(const result::NetworkSide& a, const result::NetworkSide& b,
                        const TextOptions& options);

// A page; see html.h. Without rows, a timeline is left out.
std::string html_page(const result::NetworkResult& result, const result::NetworkTimeline& timeline);

}  // namespace hpcast::report
