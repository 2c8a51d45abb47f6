#include "hpcast/forecast/memory/simulation_key.h"

#include <utility>
#include <vector>

#include "hpcast/inputs/dat/write.h"

namespace hpcast::forecast {

namespace {

constexpr dat::Throughput any_throughput{1, 1, dat::Duplex::full};

void keep_what_is_simulated(dat::CoreClass& c) { c = dat::CoreClass(); }

void keep_what_is_simulated(dat::CacheClass& c) {
  c.throughput = any_throughput;
  c.latency.reset();
  c.latency_curve.clear();
  c.hand_over.reset();
  c.prefetch_ahead = 0;
}

void keep_what_is_simulated(dat::MemClass& c) {
  c.throughput = any_throughput;
  c.latency.reset();
  c.latency_curve.clear();
  c.hand_over.reset();
  c.page_fault_time = 0;
  c.page_size = dat::MemClass().page_size;  // what is simulated is among the options
}

void keep_what_is_simulated(dat::RouterClass& c) {
  c = dat::RouterClass();
  c.throughput = any_throughput;
}

void keep_what_is_simulated(dat::EdgeClass& c) { c = dat::EdgeClass(); }

// Every object gets a class of its own, so that it does not matter who shares one; names become
// numbers.
template <class O, class Class>
void keep_what_is_simulated(std::vector<O>& objects, std::vector<Class>& classes) {
  std::vector<Class> own;
  for (O& object : objects) {
    Class& c = own.emplace_back(classes[object.class_index]);
    object.class_index = static_cast<std::uint32_t>(own.size() - 1);
    object.name = std::to_string(object.class_index);
    object.extras = dat::Extras();
    keep_what_is_simulated(c);
    c.name = object.name;
    c.extras = dat::Extras();
  }
  classes = std::move(own);
}

void keep_what_is_simulated(dat::Machine& machine) {
  machine.extras = dat::Extras();
  keep_what_is_simulated(machine.cores, machine.core_classes);
  keep_what_is_simulated(machine.caches, machine.cache_classes);
  keep_what_is_simulated(machine.memories, machine.mem_classes);
  keep_what_is_simulated(machine.routers, machine.router_classes);
  keep_what_is_simulated(machine.edges, machine.edge_classes);
  for (dat::Core& core : machine.cores) {
    core.num_dp_flops.reset();
    core.num_sp_flops.reset();
    core.num_inst.reset();
  }
}

}  // namespace

std::string simulation_key(dat::Machine machine, const memsim::SimulationOptions& options,
                           bool times_cores) {
  // Cores' times depend on all that the machine's parts can do.
  if (!times_cores) keep_what_is_simulated(machine);
  // Objects of different kinds have the same names now, and edges name their ends.
  std::string key = dat::to_text(machine);
  for (const dat::Edge& edge : machine.edges)
    key += std::to_string(edge.source) + "-" + std::to_string(edge.target) + " ";
  key += "\n" + std::to_string(options.placement.page_bytes);
  for (const std::uint32_t core : options.weave.core_order) key += "\n" + std::to_string(core);
  return key;
}

}  // namespace hpcast::forecast
