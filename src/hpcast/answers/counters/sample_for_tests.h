// A counter forecast with everything in it, and with names that need care.
#pragma once

#include "hpcast/answers/counters/answer.h"

namespace hpcast::answers {

inline CounterForecast counter_sample() {
  CounterForecast f;
  f.tool.version = "0.1.0";
  f.inputs = {{"pathfinder.model", std::string(64, 'a'), "model"}};
  f.model = "pathfinder.model";
  f.method = "growth laws";
  f.sizes = {{"rows", 5000}, {"cols", 100}};
  f.learned_sizes = {{100, 100}, {1000, 1000}, {10000, 1000}};
  f.events = 34000;
  f.threads = 2;
  f.time_s = 0.12;
  f.metrics = {{"PAPI_L1_DCM", "#", {2.31e6, 1.9e6, 2.8e6, 2.2e6}},
               {"bytes_<read>", "bytes", {0, 0, 0, 0}}};
  f.regions = {{"<b>solve</b>", 5000, 0.1, {{2.3e6, 1.9e6, 2.7e6, 2.2e6}, {}}},
               {"main", 1, 0.02, {{1e4, 1e4, 1e4, {}}, {}}}};
  f.against = "T&T";
  CounterForecast::Comparison& c = f.comparisons.emplace_back();
  c.metric = "PAPI_L1_DCM";
  c.events = 20000;
  c.left_out = 14000;
  c.outside = 2500;
  c.mean = 0.12;
  c.median = 0.08;
  c.largest = 1.4;
  c.total_error = 0.05;
  c.histogram.assign(CounterForecast::Comparison::bins, 0);
  c.histogram.front() = 19000;
  c.histogram.back() = 1000;
  c.dots = {{110, 115, 19000}, {120, 0, 999}, {2e5, 4.8e5, 1}};
  f.warnings = f.assumptions = f.not_modelled = {"threads <wait> for nobody"};
  f.verdict = verdict_line(f);
  return f;
}

}  // namespace hpcast::answers
