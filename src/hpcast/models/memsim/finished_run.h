// What remains of a simulation that has run: all that answers are made of, without the state of the
// caches and the pages.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hpcast/inputs/reftrace/process_table.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/observer.h"
#include "hpcast/models/memsim/sample.h"
#include "hpcast/models/memsim/thread_clocks.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim {

struct FinishedThread {
  std::uint32_t id = 0;
  std::optional<std::uint32_t> core;  // that it ran on; empty where it made no reference
  reftrace::Rank rank;                // of no ranks where its process is none of an MPI program
};

// What takes how long by one of the clocks that a run was told to (ObserveOptions::clocks).
struct RunTimes {
  // By phase, by core; empty where nothing of the phase was timed.
  std::vector<std::vector<CoreTime>> core_times;
  std::vector<double> elapsed;                         // s, by phase; empty: not all was timed
  std::vector<std::vector<ThreadPhase>> thread_times;  // by number of the thread, by phase
};

struct FinishedRun {
  Topology topology;
  std::optional<SamplePlan> sample;  // empty where all was simulated
  SampleEstimate estimate;           // its phases are all that was counted; index 0: before a mark
  std::vector<FinishedThread> threads;
  std::vector<std::uint32_t> thread_cores;   // by thread in order of their start
  std::vector<ThreadOperations> operations;  // as the threads said
  std::uint64_t references = 0;
  std::uint64_t unmet_waits = 0;
  std::uint64_t spilled_pages = 0;
  std::vector<ObservedInterval> observed;  // empty where nobody observed
  // By number of the thread, by phase; empty where cores were not timed.
  std::vector<std::vector<ThreadPhase>> thread_times;
  std::vector<RunTimes> other_times;           // by the clocks behind the first
  std::vector<std::string> assumed_latencies;  // ReadLatencies::assumed; likewise
  double memory_latency = 0;                   // s; ReadLatencies::memory
  bool knows_dependences = false;              // Observer's

  // One more than the greatest number of a thread: some may have been created in vain.
  std::uint32_t thread_numbers() const;
  const FinishedThread* thread(std::uint32_t id) const;  // null where there is none
};

// The phases take as long as that.
void take_times(const RunTimes& times, std::vector<PhaseCounts>& phases);

}  // namespace hpcast::memsim
