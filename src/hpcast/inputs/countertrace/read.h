// Traces with counters from OTF2 archives: Score-P's with PAPI metrics, and our own.
#pragma once

#include <string>

#include "hpcast/inputs/countertrace/trace.h"

namespace hpcast::countertrace {

// Regions of the same name are one. A metric that is told as what was added becomes a sum; one that
// does not add up (a temperature) is left out, with a note. Throws InputError where there is no
// archive, it is broken, or a thread leaves what it has not entered, goes back in time, or counts
// down.
Trace read_trace(const std::string& path);

}  // namespace hpcast::countertrace
