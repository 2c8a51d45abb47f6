// A network forecast for people.
#pragma once

#include <string>

#include "hpcast/answers/network/answer.h"
#include "hpcast/answers/network/compare.h"
#include "hpcast/answers/network/timeline.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string text_report(const answers::NetworkAnswer& result, const TextOptions& options);

// Two of them side by side.
std::string text_report(const answers::NetworkAnswer& a, const answers::NetworkAnswer& b,
                        const TextOptions& options);

// A page; see html.h. Without rows, a timeline is left out.
std::string html_page(const answers::NetworkAnswer& result,
                      const answers::NetworkTimeline& timeline);

}  // namespace hpcast::report
