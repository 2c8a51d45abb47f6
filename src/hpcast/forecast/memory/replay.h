// A recorded trace, simulated.
#pragma once

#include <functional>
#include <string>

#include "hpcast/forecast/memory/answer.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/forecast/memory/simulated.h"
#include "hpcast/inputs/reftrace/trace_reader.h"

namespace hpcast::forecast {

struct Replay {
  Simulated simulated;
  Subject subject;
};

// `on_pass` is called now and again with the share of the references that have been simulated; 0
// while that is not known. What it throws ends the simulation and comes through. Throws InputError
// where the trace, which `reader` has opened, cannot be read.
Replay replay_trace(const MemoryRequest& request, const std::string& trace,
                    reftrace::TraceReader& reader, Prepared prepared,
                    const std::function<void(double fraction)>& on_pass);

// Throws InputError where the trace does not have what the request needs.
void check_replayable(const reftrace::TraceReader& reader, const std::string& trace,
                      const MemoryRequest& request);

}  // namespace hpcast::forecast
