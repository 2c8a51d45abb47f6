#include "hpcast/memsim/simulation.h"

#include <algorithm>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::memsim {

namespace {

bool has_shared_inclusive(const Topology& t) {
  for (const auto& caches : t.shared_caches)
    for (const std::uint32_t cache : caches)
      if (t.cache_shapes[cache].inclusion == Inclusion::inclusive) return true;
  return false;
}

// First touch may keep apart what cores do not share; what the policy places for all cores, every
// core must reach.
bool places_for_all(const PlacementPolicy& policy, const dat::Object& memory) {
  using Kind = PlacementPolicy::Kind;
  return policy.kind == Kind::interleave ||
         (policy.kind == Kind::node && memory.numa_node == policy.node);
}

void check_reach(const dat::Machine& machine, const Topology& topology,
                 const SimulationOptions& options) {
  for (std::uint32_t core = 0; core < topology.cores; ++core) {
    const auto& order = options.weave.core_order;
    if (!order.empty() && std::find(order.begin(), order.end(), core) == order.end()) continue;
    const auto& reached = topology.nearest_memories[core];
    for (std::uint32_t m = 0; m < topology.memories; ++m) {
      if (!places_for_all(options.placement, machine.memories[m])) continue;
      if (std::find(reached.begin(), reached.end(), m) != reached.end()) continue;
      throw InputError("pages are to be placed on memory '" + machine.memories[m].name +
                           "', which core '" + machine.cores[core].name + "' does not reach",
                       "choose another --placement, --pin the threads to cores that reach it, or "
                       "join it to the core in the DAT");
    }
  }
}

constexpr std::uint64_t largest_page = std::uint64_t{1} << 30;

Placement make_placement(const dat::Machine& machine, const Topology& topology,
                         const PlacementPolicy& policy) {
  const std::uint64_t line = std::uint64_t{1} << topology.log2_longest_line;
  const auto power_of_two = [](std::uint64_t v) { return v != 0 && (v & (v - 1)) == 0; };
  if (!power_of_two(policy.page_bytes) || policy.page_bytes < 1024 ||
      policy.page_bytes > largest_page)
    throw InputError("the page size must be a power of two from 1 KiB to 1 GiB");
  if (policy.granularity != 0 && (!power_of_two(policy.granularity) || policy.granularity < line))
    throw InputError("the interleave granularity must be a power of two, at least a cache line");
  std::vector<int> numa_node;
  std::vector<std::uint64_t> capacity;
  for (std::uint32_t m = 0; m < machine.memories.size(); ++m) {
    numa_node.push_back(machine.memories[m].numa_node);
    capacity.push_back(machine.class_of_memory(m).capacity);
  }
  return {policy, topology.nearest_memories, numa_node, capacity};
}

std::optional<SamplePlan> make_plan(const Topology& topology, const SimulationOptions& options) {
  if (options.sample.kind == SampleOptions::Kind::none) return {};
  return SamplePlan(options.sample, topology, options.weave.interval, options.placement.page_bytes);
}

WeaveOptions with_sample(WeaveOptions options, const SamplePlan* sample) {
  options.sample = sample;
  return options;
}

}  // namespace

Simulation::Simulation(const dat::Machine& machine, const dat::Routes& routes,
                       const SimulationOptions& options)
    : topology_(make_topology(machine, routes, options.coherent)),
      bounded_(options.coherent || has_shared_inclusive(topology_)),
      sample_(make_plan(topology_, options)),
      shared_(topology_, make_placement(machine, topology_, options.placement), options.coherent,
              sample()),
      private_(topology_, options.weave.interval, sample()),
      weaver_(topology_, shared_, private_, bounded_, with_sample(options.weave, sample())) {
  check_reach(machine, topology_, options);
}

void Simulation::run(Feed& feed, const MergeLog* replayed) {
  weaver_.run(feed, replayed);
  std::vector<PhaseCounts> counted = std::move(shared_.counted());
  private_.add_counts_to(counted);
  if (sample_)
    estimate_ = estimate_from(*sample_, counted);
  else
    estimate_.phases = std::move(counted);
}

FinishedRun Simulation::finished() const {
  FinishedRun run;
  run.topology = topology_;
  run.sample = sample_;
  run.estimate = estimate_;
  run.threads = weaver_.finished_threads();
  run.thread_cores = weaver_.thread_cores();
  run.operations = weaver_.operations();
  run.references = weaver_.references();
  run.unmet_waits = weaver_.unmet_waits();
  run.spilled_pages = shared_.spilled_pages();
  return run;
}

}  // namespace hpcast::memsim
