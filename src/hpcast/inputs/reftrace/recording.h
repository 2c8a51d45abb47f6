// Records a running program's reference streams into a trace (hpcast trace).
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "hpcast/inputs/reftrace/region_collector.h"
#include "hpcast/inputs/reftrace/trace_writer.h"
#include "hpcast/inputs/reftrace/traced_process.h"

namespace hpcast::reftrace {

// Drains the rings until the program has ended, with `host_threads` threads that each compress the
// streams of their share of the slots. When the trace cannot be written any more (a full disk) the
// program still runs to its end, and finish() of the writer will tell. `idle` is called by the
// calling thread some hundred times a second. What regions of functions the streams tell of is
// added to the writer's.
void record(Channel& channel, TracedProcess& process, TraceWriter& writer, unsigned host_threads,
            const std::function<void()>& idle);

// The names of the phases that the program has marked, by their index; the first is "".
std::vector<std::string> phase_names(const ChannelHeader& header);

// Of functions that its streams tell of.
std::vector<Region> functions_of(const Channel& channel, const std::set<SeenFunction>& seen);

// Of the regions that the program has named itself, in the order of their indices.
std::vector<Region> named_regions(const ChannelHeader& header);

// Command, phases, named regions and the way the program ended, as the manifest says it.
Manifest manifest_of(const Channel& channel, const TracedProcess& process,
                     const std::vector<std::string>& command, const ProgramExit& exit,
                     bool randomized);

}  // namespace hpcast::reftrace
