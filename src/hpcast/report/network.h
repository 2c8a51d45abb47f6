// A network forecast for people.
#pragma once

#include <string>

#include "hpcast/report/text.h"
#include "hpcast/result/network_result.h"

namespace hpcast::report {

std::string text_report(const result::NetworkResult& result, const TextOptions& options);

}  // namespace hpcast::report
