// Power for people: a program's, a job's over time, and how a model was fitted.
#pragma once

#include <string>

#include "hpcast/report/text.h"
#include "hpcast/result/job_power.h"
#include "hpcast/result/power_fit.h"
#include "hpcast/result/power_result.h"

namespace hpcast::report {

std::string text_report(const result::PowerResult& result, const TextOptions& options);
std::string text_report(const result::PowerFit& fit, const TextOptions& options);
std::string text_report(const result::JobPower& job, const TextOptions& options);

// Pages that need nothing else.
std::string html_page(const result::PowerResult& result);
std::string html_page(const result::PowerFit& fit);
std::string html_page(const result::JobPower& job);

}  // namespace hpcast::report
