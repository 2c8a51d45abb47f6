// What a request asks for, before its simulation and after it.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "hpcast/forecast/memory/core_times.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/forecast/memory/machine_input.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/finished_run.h"
#include "hpcast/models/memsim/simulation.h"

namespace hpcast::forecast {

// From its making on.
class Stopwatch {
 public:
  Stopwatch() : start_(std::chrono::steady_clock::now()), cpu_before_(cpu_now()) {}
  double wall_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  // Of this process and of the children it has waited for: the traced program's is among it.
  double cpu_s() const { return cpu_now() - cpu_before_; }

 private:
  static double cpu_now();

  std::chrono::steady_clock::time_point start_;
  double cpu_before_;
};

// The options with what depends on the machine: the size of its pages, its cores' numbers. Throws
// InputError where it has no such core.
memsim::SimulationOptions options_for(const MemoryRequest& request, const dat::Machine& machine);

// The request's machine with a few members changed that move no counts, and what its cores take.
struct VariedMachine {
  LoadedMachine loaded;
  std::unique_ptr<CoreTimes> core_times;  // null where there are none
};

// Made ready to be simulated.
struct Prepared {
  Stopwatch watch;  // of the whole run
  memsim::SimulationOptions options;
  std::size_t cores;  // that threads run on
  dat::Routes routes;
  std::string no_core_times;              // why there are none
  std::unique_ptr<CoreTimes> core_times;  // null where there are none
  std::vector<std::unique_ptr<VariedMachine>> variants;
  memsim::Simulation simulation;

  // `machine` outlives this.
  Prepared(Stopwatch started, const dat::Machine& machine, memsim::SimulationOptions o,
           std::string no_core_times, std::vector<LoadedMachine> variants);
};

// Why there will be no times of cores, and what mends that; empty where there will be. `code`: it
// will be known what is executed.
std::string why_no_core_times(const MemoryRequest& request, const dat::Machine& machine, bool code);

// Throws InputError as options_for() does, where the machine cannot be simulated, which outlives
// what is prepared, and where a variant would have to be simulated by itself.
Prepared prepare(Stopwatch started, const MemoryRequest& request, const LoadedMachine& loaded,
                 bool code);

struct FinishedVariant {
  LoadedMachine loaded;
  memsim::RunTimes times;  // where cores were timed
};

// What conclude() draws on, as often as one likes: a machine that differs in nothing the simulation
// depends on (simulation_key.h) would have been simulated alike.
struct Simulated {
  double wall_s, cpu_s;  // of the whole run
  std::string date;      // of its end
  memsim::SimulationOptions options;
  std::size_t cores;
  std::string no_core_times;  // why they are not among what was counted; empty where they are
  dat::Routes routes;
  memsim::FinishedRun run;
  std::vector<std::shared_ptr<FinishedVariant>> variants;  // as the request has them
};

// After the simulation has run; its state goes.
Simulated simulated(Prepared&& prepared);

}  // namespace hpcast::forecast
