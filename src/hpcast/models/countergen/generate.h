// A counter trace at a size that was never run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/countertrace/trace.h"
#include "hpcast/models/countergen/beyond_caches.h"
#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// What steps gain that are forecast alike.
struct Kind {
  std::vector<Forecast> gains;  // by metric; the time, in nanoseconds, behind them
  std::vector<Forecast> alone;  // the same where no metric is limited by others
};

struct Generated {
  countertrace::Trace trace;  // ticks are picoseconds
  std::vector<Kind> kinds;
  std::vector<std::vector<std::uint32_t>> steps;  // by thread: of each metrics event but the first
  std::vector<std::string> notes;                 // where the model was asked what it has not seen
  BeyondCaches beyond;  // what `gains` lie within reaches up to what levels are asked for
};

struct GenerateRequest {
  std::vector<double> sizes;  // in the model's order
  // A run at these sizes whose order of events is to be taken, counters or not; null: the model's.
  const countertrace::Trace* shape = nullptr;
  std::uint64_t most_events = 20'000'000;  // that enter or leave regions
};

// Throws InputError where the model knows no order of events and the request has none, and where
// there would be too many.
Generated generate(const Model& model, const GenerateRequest& request);

}  // namespace hpcast::countergen
