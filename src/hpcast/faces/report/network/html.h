// The parts of a network forecast's page; each is a figure, or nothing where there is nothing to
// show.
#pragma once

#include <string>

#include "hpcast/answers/network/answer.h"
#include "hpcast/answers/network/timeline.h"

namespace hpcast::report {

// Where the ranks' time went.
std::string split_figure(const answers::NetworkAnswer& result);
std::string late_table(const answers::NetworkAnswer& result);
std::string path_table(const answers::NetworkAnswer& result);

// The timeline on a canvas, with its data and script.
std::string gantt_figure(const answers::NetworkAnswer& result,
                         const answers::NetworkTimeline& timeline);
// Its data as JSON.
std::string gantt_data(const answers::NetworkAnswer& result,
                       const answers::NetworkTimeline& timeline);
std::string gantt_script();

std::string load_figure(const answers::NetworkAnswer& result);
std::string heat_figure(const answers::NetworkAnswer& result);
std::string link_table(const answers::NetworkAnswer& result);

std::string traffic_figures(const answers::NetworkAnswer& result);

}  // namespace hpcast::report
