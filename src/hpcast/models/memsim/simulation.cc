#include "hpcast/models/memsim/simulation.h"

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
  return policy.kind == Kind::interleave || policy.binds_to(memory.numa_node);
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

WeaveOptions with(WeaveOptions options, const SamplePlan* sample, Observer* observer) {
  options.sample = sample;
  options.observer = observer;
  return options;
}

CoreWindow window_of(const dat::CoreClass& c, double first_hit_time) {
  CoreWindow window;
  if (c.ips > 0) window.instruction_time = 1 / c.ips;
  if (c.window > 0) window.instructions = c.window;
  if (c.line_fill_buffers > 0) window.line_fill_buffers = c.line_fill_buffers;
  window.first_hit_time = first_hit_time;
  return window;
}

std::optional<Observer> make_observer(const dat::Machine& machine, const dat::Routes& routes,
                                      const Topology& topology, const SimulationOptions& options) {
  if (!options.observe.any()) return {};
  if (options.sample.kind != SampleOptions::Kind::none)
    throw InputError("counters by interval or region and a sample do not go together",
                     "leave --sample out");
  ReadLatencies latencies = read_latencies(machine, routes, topology);
  std::vector<CoreWindow> windows;
  for (std::uint32_t core = 0; core < topology.cores; ++core)
    windows.push_back(window_of(machine.core_classes[machine.cores[core].class_index],
                                latencies.own[core].empty() ? 0 : latencies.own[core][0]));
  return Observer(options.observe, options.weave.interval, topology, std::move(latencies),
                  std::move(windows));
}

Observed observed_by(const SimulationOptions& options) {
  const ObserveOptions& observe = options.observe;
  return {!observe.clocks.empty(), observe.reads(), observe.regions != nullptr, options.timed};
}

void add(std::vector<CoreTime>& sums, const std::vector<CoreTime>& more) {
  sums.resize(std::max(sums.size(), more.size()));
  for (std::size_t core = 0; core < more.size(); ++core) sums[core] += more[core];
}

// By core, of threads that share one, one after the other; empty where none was timed.
std::vector<CoreTime> core_times(const ObservedInterval& interval, std::size_t clock,
                                 std::uint32_t cores) {
  std::vector<CoreTime> times;
  for (const ThreadOverlap& thread : interval.threads) {
    if (clock >= thread.core_times.size() || !thread.core_times[clock]) continue;
    times.resize(cores);
    times[thread.core] += *thread.core_times[clock];
  }
  return times;
}

// A phase that nothing was counted in has counts too, all 0.
std::vector<PhaseCounts> by_phase(const std::vector<ObservedInterval>& intervals,
                                  const Topology& topology) {
  PhaseCounts none;
  none.core.resize(topology.cores);
  none.path.resize(topology.shared_caches.size());
  none.cache.resize(topology.cache_shapes.size());
  std::vector<PhaseCounts> phases;
  for (const ObservedInterval& interval : intervals) {
    if (phases.size() <= interval.part.phase) phases.resize(interval.part.phase + 1, none);
    phases[interval.part.phase] += interval.counts;
  }
  return phases;
}

}  // namespace

Simulation::Simulation(const dat::Machine& machine, const dat::Routes& routes,
                       const SimulationOptions& options)
    : topology_(make_topology(machine, routes, options.coherent)),
      bounded_(options.coherent || has_shared_inclusive(topology_)),
      sample_(make_plan(topology_, options)),
      observer_(make_observer(machine, routes, topology_, options)),
      shared_(topology_, make_placement(machine, topology_, options.placement), options.coherent,
              sample()),
      private_(topology_, options.weave.interval, sample(), observed_by(options)),
      clocks_(options.observe.clocks),
      weaver_(topology_, shared_, private_, bounded_,
              with(options.weave, sample(), observer_ ? &*observer_ : nullptr)) {
  check_reach(machine, topology_, options);
}

void Simulation::run(Feed& feed, const MergeLog* replayed) {
  if (const reftrace::Code* const code = feed.code()) {
    private_.know(*code);
    if (observer_) observer_->know_dependences();
    for (CoreClock* const clock : clocks_) clock->know(*code);
  }
  weaver_.run(feed, replayed);
  std::vector<PhaseCounts> counted = std::move(shared_.counted());
  if (observer_) {
    counted.resize(observer_->intervals().parts().size());
    observed_ = observer_->observed(std::move(counted));
    estimate_.phases = by_phase(observed_, topology_);
    for (std::size_t clock = 0; clock < clocks_.size(); ++clock) times_.push_back(times_by(clock));
    if (!times_.empty()) take_times(times_[0], estimate_.phases);
    return;
  }
  private_.add_counts_to(counted);
  if (sample_)
    estimate_ = estimate_from(*sample_, counted);
  else
    estimate_.phases = std::move(counted);
}

RunTimes Simulation::times_by(std::size_t clock) {
  RunTimes times;
  for (const ObservedInterval& interval : observed_) {
    const std::uint32_t phase = interval.part.phase;
    if (times.core_times.size() <= phase) times.core_times.resize(phase + 1);
    add(times.core_times[phase], core_times(interval, clock, topology_.cores));
  }
  if (const ThreadClocks* const clocks = observer_->clocks(clock)) {
    times.elapsed = clocks->elapsed();
    times.thread_times = clocks->threads();
  }
  return times;
}

FinishedRun Simulation::finished() && {
  FinishedRun run;
  run.topology = std::move(topology_);
  run.sample = sample_;
  run.estimate = std::move(estimate_);
  run.threads = weaver_.finished_threads();
  run.thread_cores = weaver_.thread_cores();
  run.operations = weaver_.operations();
  run.references = weaver_.references();
  run.unmet_waits = weaver_.unmet_waits();
  run.spilled_pages = shared_.spilled_pages();
  run.observed = std::move(observed_);
  for (RunTimes& times : times_) {
    if (&times == times_.data())
      run.thread_times = std::move(times.thread_times);
    else
      run.other_times.push_back(std::move(times));
  }
  if (observer_) run.assumed_latencies = observer_->latencies().assumed;
  if (observer_) run.memory_latency = observer_->latencies().memory;
  run.knows_dependences = observer_ && observer_->knows_dependences();
  return run;
}

}  // namespace hpcast::memsim
