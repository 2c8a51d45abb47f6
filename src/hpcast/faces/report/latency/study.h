// A study of many latency forecasts, for people.
#pragma once

#include <string>

#include "hpcast/answers/latency/study.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string text_report(const answers::StudyResult& study, const TextOptions& options);

// A page that needs nothing else.
std::string html_page(const answers::StudyResult& study);

// SVG elements for a page: slowdowns sorted, one line a latency, one panel a panel of the study.
std::string slowdown_figure(const answers::StudyResult& study);
// A panel each: outstanding reads over the time of the run, one line a case. Empty where no run
// tells them.
std::string over_time_figures(const answers::StudyResult& study);

// slowdown_figure() as a file that stands alone.
std::string svg_file(const answers::StudyResult& study);

}  // namespace hpcast::report
