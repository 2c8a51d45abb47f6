// How long memories with a latency_curve take to answer, as a run goes on: by how much they were
// used in the interval before (docs/core-model.md, "Memories under load").
#pragma once

#include <span>
#include <vector>

#include "hpcast/dat/latency_curve.h"
#include "hpcast/dat/machine.h"
#include "hpcast/memsim/memory_loads.h"

namespace hpcast::forecast {

// A thread's use of memories, and the latencies (s, by memory) that its time comes of.
struct MetUse {
  const memsim::ThreadUse& use;
  const std::vector<double>& met;
};

class LoadedMemories {
 public:
  explicit LoadedMemories(const dat::Machine& machine);

  // Some memory has a curve.
  bool any() const;
  bool has_curve(std::uint32_t memory) const { return !curves_[memory].empty(); }
  // s, by memory; of one without a curve 0.
  const std::vector<double>& latencies() const { return latencies_; }
  // By which that is longer than of an idle memory.
  double rise(std::uint32_t memory) const {
    return has_curve(memory) ? latencies_[memory] - curves_[memory].idle() : 0;
  }
  // An interval is over, in which memories were used so and not otherwise.
  void end_interval(std::span<const MetUse> uses);

 private:
  double next_latency(std::uint32_t memory, std::span<const MetUse> uses) const;

  std::vector<dat::LatencyCurves> curves_;  // by memory
  std::vector<double> latencies_;
};

}  // namespace hpcast::forecast
