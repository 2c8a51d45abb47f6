// Power for people: a program's, and how a model was fitted.
#pragma once

#include <string>

#include "hpcast/report/text.h"
#include "hpcast/result/power_fit.h"
#include "hpcast/result/power_result.h"

namespace hpcast::report {

std::string text_report(const result::PowerResult& result, const TextOptions& options);
std::string text_report(const result::PowerFit& fit, const TextOptions& options);

// Pages that need nothing else.
std::string html_page(const result::PowerResult& result);
std::string html_page(const result::PowerFit& fit);

}  // namespace hpcast::report
