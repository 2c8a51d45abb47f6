// How much memory the simulation itself needs.
#pragma once

#include <cstdint>
#include <string>

namespace hpcast::bench {

struct SimulationState {
  std::uint64_t references = 0;
  std::uint64_t pages = 0;  // of the program, touched
  std::uint64_t bytes = 0;  // of caches and page tables
};

// After a trace was simulated on a machine (a DAT's path).
SimulationState state_after(const std::string& machine_path, const std::string& trace);

}  // namespace hpcast::bench
