// What a recorded program has executed.
#pragma once

#include <string>

#include "hpcast/answers/trace/answer.h"

namespace hpcast::forecast {

// Throws InputError as TraceReader does, and where the trace does not tell what was executed.
answers::TraceSummary trace_summary(const std::string& trace);

}  // namespace hpcast::forecast
