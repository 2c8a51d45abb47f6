#include "hpcast/forecast/memory/page_faults.h"

#include <algorithm>

namespace hpcast::forecast {

namespace {

bool is_known(const dat::MemClass& c) { return c.page_fault_time > 0; }

double page_faults_of(const dat::Machine& machine, const memsim::Topology& topology,
                      const memsim::PhaseCounts& phase, std::uint32_t core) {
  double time = 0;
  for (std::uint32_t m = 0; m < topology.memories; ++m)
    time += static_cast<double>(phase.path[topology.path(core, m)].first_touches) *
            machine.class_of_memory(m).page_fault_time;
  return time;
}

}  // namespace

bool knows_page_faults(const dat::Machine& machine) {
  return std::any_of(machine.mem_classes.begin(), machine.mem_classes.end(), is_known);
}

bool knows_all_page_faults(const dat::Machine& machine) {
  return std::all_of(machine.mem_classes.begin(), machine.mem_classes.end(), is_known);
}

void time_page_faults(const dat::Machine& machine, const memsim::Topology& topology,
                      std::vector<memsim::PhaseCounts>& phases) {
  if (!knows_page_faults(machine)) return;
  for (memsim::PhaseCounts& phase : phases)
    for (std::uint32_t core = 0; core < topology.cores; ++core)
      phase.page_faults.push_back(page_faults_of(machine, topology, phase, core));
}

}  // namespace hpcast::forecast
