// A forecast counter trace against what was measured, event by event.
#pragma once

#include <cstddef>
#include <vector>

#include "hpcast/answers/counters/answer.h"
#include "hpcast/models/countergen/generate.h"

namespace hpcast::forecast {

// What a step of the forecast and of the measured trace gained; one metric.
struct ComparedStep {
  countergen::Forecast forecast;
  double measured = 0;
};

// Errors are relative to what was measured; of steps that gained less than `least_event`, as of
// which a difference of one is a large part, only the total counts (trace-generation.txt, 4.2).
answers::CounterForecast::Comparison compare(const std::vector<ComparedStep>& steps,
                                             double least_event);

// All of a metric's steps, thread by thread; after all metrics, the time in nanoseconds. Throws
// InputError where the two are not of the same events in the same order.
std::vector<ComparedStep> compared_steps(const countergen::Generated& generated,
                                         const std::vector<countergen::ThreadSteps>& measured,
                                         std::size_t metric);

}  // namespace hpcast::forecast
