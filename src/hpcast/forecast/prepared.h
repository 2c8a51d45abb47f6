// What a request asks for, made ready: the machine, its routes, its simulation.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "hpcast/dat/machine.h"
#include "hpcast/forecast/machine_input.h"
#include "hpcast/forecast/memory.h"
#include "hpcast/memsim/simulation.h"

namespace hpcast::forecast {

// Of the whole run, from its making on.
class Stopwatch {
 public:
  double wall_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  // Of this process and of the children it has waited for: the traced program's is among it.
  static double cpu_s();

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// A machine made ready for a request.
struct Prepared {
  Stopwatch watch;
  dat::Machine machine;
  std::string machine_sha256;
  memsim::SimulationOptions options;
  std::size_t cores;  // that threads run on
  dat::Routes routes;
  memsim::Simulation simulation;

  Prepared(Stopwatch started, LoadedMachine loaded, memsim::SimulationOptions o);
};

// InputError where the machine cannot be read or has no such core.
Prepared prepare(const MemoryRequest& request);

}  // namespace hpcast::forecast
