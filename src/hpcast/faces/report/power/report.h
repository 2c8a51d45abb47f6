// Power for people: a program's, a job's over time, and how a model was fitted.
#pragma once

#include <string>

#include "hpcast/answers/power/answer.h"
#include "hpcast/answers/power/fit.h"
#include "hpcast/answers/power/job_power.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string text_report(const answers::PowerAnswer& result, const TextOptions& options);
std::string text_report(const answers::PowerFit& fit, const TextOptions& options);
std::string text_report(const answers::JobPower& job, const TextOptions& options);

// Pages that need nothing else.
std::string html_page(const answers::PowerAnswer& result);
std::string html_page(const answers::PowerFit& fit);
std::string html_page(const answers::JobPower& job);

}  // namespace hpcast::report
