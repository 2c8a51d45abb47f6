// A program's counter trace at a size that was never run, from a model of it.
#pragma once

#include <cstdint>
#include <string>

#include "hpcast/answers/counters/answer.h"
#include "hpcast/models/countergen/generate.h"
#include "hpcast/models/countergen/sizes.h"

namespace hpcast::forecast {

struct CounterRequest {
  std::string model;        // a file
  countergen::Sizes sizes;  // the model's, in any order
  std::string shape;        // a trace whose order of events is taken; empty: the model's
  std::string against;      // a trace to compare with; empty: none
  double least_event = 10;  // gains that are compared
  std::uint64_t most_events = 20'000'000;
};

struct ForecastTrace {
  answers::CounterForecast result;
  countergen::Generated generated;
};

// Throws InputError where the model cannot be read, wants other sizes, or knows no order of events
// and none is given.
ForecastTrace forecast_counters(const CounterRequest& request);

// Of a model: "growth laws", "extra-trees, history 8".
std::string method_of(const countergen::Model& model);

}  // namespace hpcast::forecast
