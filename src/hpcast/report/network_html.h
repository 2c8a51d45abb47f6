// The parts of a network forecast's page; each is a figure, or nothing where there is nothing to
// show.
#pragma once

#include <string>

#include "hpcast/result/network_result.h"
#include "hpcast/result/network_timeline.h"

namespace hpcast::report {

// Where the ranks' time went.
std::string split_figure(const result::NetworkResult& result);
std::string late_table(const result::NetworkResult& result);
std::string path_table(const result::NetworkResult& result);

// The timeline on a canvas, with its data and script.
std::string gantt_figure(const result::NetworkResult& result,
                         const result::NetworkTimeline& timeline);
// Its data as JSON.
std::string gantt_data(const result::NetworkResult& result,
                       const result::NetworkTimeline& timeline);
std::string gantt_script();

std::string load_figure(const result::NetworkResult& result);
std::string heat_figure(const result::NetworkResult& result);
std::string link_table(const result::NetworkResult& result);

std::string traffic_figures(const result::NetworkResult& result);

}  // namespace hpcast::report
