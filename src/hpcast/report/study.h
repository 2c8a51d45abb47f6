// A study of many latency forecasts, for people.
#pragma once

#include <string>

#include "hpcast/report/text.h"
#include "hpcast/result/study_result.h"

namespace hpcast::report {

std::string text_report(const result::StudyResult& study, const TextOptions& options);

// A page that needs nothing else.
std::string html_page(const result::StudyResult& study);

// SVG elements for a page: slowdowns sorted, one line a latency, one panel a panel of the study.
std::string slowdown_figure(const result::StudyResult& study);
// A panel each: outstanding reads over the time of the run, one line a case. Empty where no run
// tells them.
std::string over_time_figures(const result::StudyResult& study);

// slowdown_figure() as a file that stands alone.
std::string svg_file(const result::StudyResult& study);

}  // namespace hpcast::report
