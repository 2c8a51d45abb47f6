// The main job: a program or its trace, a machine, the forecast.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/base/operation_table.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/inputs/dat/write.h"
#include "hpcast/inputs/reftrace/traced_process.h"
#include "hpcast/models/memsim/simulation.h"

namespace hpcast::forecast {

// A file with operation counts, as it was when it was read.
struct OperationsFile {
  std::string path;
  std::string sha256;
  OperationTable table;
};

struct MemoryRequest {
  std::string machine_path;
  std::vector<std::string> changes;  // "CLASS.FIELD=VALUE": a class's member set for this run
  // Further changes that move no counts: what takes how long with each is told from the same
  // simulation (MemoryAnswer::variants).
  std::vector<std::vector<std::string>> variants;
  memsim::SimulationOptions simulation;
  std::optional<std::uint64_t> page_bytes;  // instead of what the machine's memories have
  std::vector<std::string> pin;             // names of cores, in the order of threads; empty: all
  std::string only_phase;  // empty: all count; else the others only warm the caches up
  std::optional<OperationsFile> operations;  // instead of what the tracer counted
  reftrace::ProgramOptions program;
  std::string record_to;  // online: the trace to write as well; empty: none
  // An OTF2 archive with what each thread has counted at regions (region_trace.h); empty: none.
  std::string region_trace;
  bool marked_regions_only = false;  // not functions
  // What cores take for their instructions is simulated, where the machine's cores are described
  // well enough and it is known what is executed; else rates alone limit them, as in PMNet.
  bool core_times = true;
};

struct MemoryForecast {
  answers::MemoryAnswer result;
  dat::Machine machine;
  std::vector<dat::ObjectResult> objects;   // for dat::to_text
  std::optional<counters::Table> counters;  // where the request wants intervals
  double memory_latency_s = 0;        // likewise: of the main memory, that they were counted with
  std::uint64_t region_events = 0;    // in the request's region_trace
  std::vector<std::string> untraced;  // of the result's not_modelled, what is so in this run
  std::string record_fault;           // a sentence where no whole trace came to be in record_to
};

// A request for counters by interval, with all of the host's threads.
MemoryRequest counting_request(std::string machine_path, std::vector<std::string> changes,
                               memsim::ObserveOptions observe);

// From a recorded trace. Throws InputError.
MemoryForecast replay_memory(const MemoryRequest& request, const std::string& trace);

// Runs the program and simulates it meanwhile. Throws InputError where it cannot be traced.
MemoryForecast run_memory(const MemoryRequest& request, const std::vector<std::string>& command);

}  // namespace hpcast::forecast
