// A simulated run as Chrome trace events, for ui.perfetto.dev and chrome://tracing: a process for
// each node, a thread for each rank, a slice for each call and computation, an arrow for each
// message. Format: "Trace Event Format" (Duchamp and others, Google, 2016). docs/network.md.
#pragma once

#include <cstdint>

#include "hpcast/base/file.h"
#include "hpcast/forecast/network/forecast.h"

namespace hpcast::forecast {

// Beyond so many events viewers become slow.
inline constexpr std::uint64_t comfortable_chrome_events = 2'000'000;

// How many slices and ends of arrows write_chrome_trace() writes.
std::uint64_t chrome_events(const NetworkForecast& forecast);

// The file's text, piece by piece. Of a forecast with a timeline.
void write_chrome_trace(const NetworkForecast& forecast, const Sink& sink);

}  // namespace hpcast::forecast
