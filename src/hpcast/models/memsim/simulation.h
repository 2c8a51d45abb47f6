// The simulation of one program run on one machine: PMNet (pmnet.txt section 3.5), with phases,
// synchronised threads and non-temporal stores. Rules: docs/memory-model.md.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hpcast/inputs/blocks/sampling.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/finished_run.h"
#include "hpcast/models/memsim/merge_log.h"
#include "hpcast/models/memsim/placement.h"
#include "hpcast/models/memsim/private_side.h"
#include "hpcast/models/memsim/sample.h"
#include "hpcast/models/memsim/shared_side.h"
#include "hpcast/models/memsim/topology.h"
#include "hpcast/models/memsim/weaver.h"

namespace hpcast::memsim {

struct SimulationOptions {
  bool coherent = false;  // MSI with write-invalidate
  PlacementPolicy placement;
  WeaveOptions weave;
  SampleOptions sample = {};
  ObserveOptions observe = {};
  blocks::SamplingPlan timed = {};  // what of the code, where observe.clocks are told of it
};

class Simulation {
 public:
  // Throws InputError where the options or the machine cannot be simulated.
  Simulation(const dat::Machine& machine, const dat::Routes& routes,
             const SimulationOptions& options);

  // The private caches need to hear from the shared side (coherence, inclusive caches below):
  // threads that simulate theirs must stop where reftrace::stops_at() says.
  bool bounded() const { return bounded_; }
  const Topology& topology() const { return topology_; }

  // Simulates until the feed has ended. Once.
  void run(Feed& feed, const MergeLog* replayed = nullptr);

  // After run(). Index 0 is the phase before the first mark.
  const std::vector<PhaseCounts>& phases() const { return estimate_.phases; }
  // Null where all was simulated.
  const SamplePlan* sample() const { return sample_ ? &*sample_ : nullptr; }
  const SampleEstimate& estimate() const { return estimate_; }
  const Weaver& weaver() const { return weaver_; }
  FinishedRun finished() &&;
  std::uint64_t pages() const { return shared_.pages(); }
  std::uint64_t state_bytes() const { return shared_.state_bytes() + private_.state_bytes(); }

 private:
  RunTimes times_by(std::size_t clock);

  Topology topology_;
  bool bounded_;
  std::optional<SamplePlan> sample_;
  std::optional<Observer> observer_;
  SharedSide shared_;
  PrivateSide private_;
  std::vector<CoreClock*> clocks_;
  Weaver weaver_;
  SampleEstimate estimate_;
  std::vector<ObservedInterval> observed_;
  std::vector<RunTimes> times_;  // by clock
};

}  // namespace hpcast::memsim
