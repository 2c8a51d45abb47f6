// The event sets that come with hpcast, by name and by processor.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/event_set.h"

namespace hpcast::cli {

std::vector<counters::EventSet> known_event_sets();  // by name
// The set of that name or file; for an empty name, the one for this host's processor.
counters::EventSet find_event_set(const std::string& name);

// The perf to run: what was told, or HPCAST_PERF, or the one on PATH.
std::string perf_to_run(const std::string& told);

}  // namespace hpcast::cli
