// Pictures of an answer about latency.
#pragma once

#include "hpcast/answers/latency/answer.h"
#include "hpcast/faces/report/kit/document.h"

namespace hpcast::report {

// The slowdown over the latency of memory, by method.
Figure method_figure(const answers::LatencyAnswer& answer);

// The slowdown, and outstanding reads or else misses, over the time of the run, of which there is
// at least one interval.
Pair over_time(const answers::LatencyAnswer& answer);

}  // namespace hpcast::report
