#include "hpcast/forecast/memory/assumptions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/memory/loaded_objects.h"
#include "hpcast/forecast/memory/page_faults.h"
#include "hpcast/forecast/memory/ranks.h"
#include "hpcast/forecast/memory/unused_change.h"
#include "hpcast/inputs/dat/latency_curve.h"

namespace hpcast::forecast {

namespace {

std::string placement_words(const memsim::PlacementPolicy& policy) {
  using Kind = memsim::PlacementPolicy::Kind;
  if (policy.kind == Kind::interleave) return "pages are interleaved over all memories";
  if (policy.kind == Kind::node) {
    std::string nodes;
    for (const int node : policy.nodes)
      nodes += (nodes.empty() ? " " : ", ") + std::to_string(node);
    return "pages are bound to NUMA " + noun(policy.nodes.size(), "node") + nodes;
  }
  return "a page lives in the memories of the NUMA node nearest to the core that touches it first";
}

void describe_changes(answers::MemoryAnswer& r, const MemoryRequest& request,
                      const Simulated& simulated, const dat::Machine& machine) {
  const KnownTimes known = {simulated.no_core_times.empty(), request.simulation.observe.reads()};
  for (const std::string& change : request.changes) {
    const std::string unused = why_unused_change(change, machine, simulated.run.topology, known);
    r.assumptions.push_back(unused.empty()
                                ? "changed for this run: " + change
                                : "without effect on this run: " + change + " (" + unused + ")");
  }
}

// Whoever compares two results must find here all that was asked of one of them.
void describe_options(answers::MemoryAnswer& r, const MemoryRequest& request,
                      const memsim::PlacementPolicy& placement) {
  const auto bytes = [](std::uint64_t n) { return format_bytes(static_cast<double>(n)); };
  if (placement.page_bytes != memsim::PlacementPolicy{}.page_bytes)
    r.assumptions.push_back("a page has " + bytes(placement.page_bytes));
  if (placement.granularity != 0)
    r.assumptions.push_back("memories that share pages take turns every " +
                            bytes(placement.granularity));
  std::string cores;
  for (const std::string& name : request.pin) add_item(cores, name);
  r.assumptions.push_back("threads start on the cores " +
                          (cores.empty() ? "in the DAT's order (see --pin)" : cores));
  if (!request.only_phase.empty())
    r.assumptions.push_back("only the phase '" + request.only_phase +
                            "' counts; the others warm the caches up");
}

std::string not_prefetched(const dat::Machine& machine, bool has_core_times) {
  const auto any_cache = [&](auto&& has) {
    return std::any_of(machine.caches.begin(), machine.caches.end(), [&](const dat::Object& cache) {
      return has(machine.cache_classes[cache.class_index]);
    });
  };
  if (any_cache([](const dat::CacheClass& c) { return c.prefetcher.kind != Prefetching::none; }))
    return "speculative accesses, and lines that they fetch in vain";
  if (!has_core_times) return "prefetching and speculative accesses";
  if (any_cache([](const dat::CacheClass& c) { return c.prefetch_ahead > 0; }))
    return "lines that prefetchers and speculation fetch in vain";
  return "prefetchers: the machine's caches have none (prefetcher or prefetch_ahead in its DAT), "
         "so that cores "
         "wait for the lines of streams as for any others; lines that speculation fetches in vain";
}

// Where it is known what they take, and not that of PMNet is asked for.
void describe_page_faults(answers::MemoryAnswer& r, const MemoryRequest& request,
                          const dat::Machine& machine) {
  if (request.core_times && knows_page_faults(machine))
    r.assumptions.emplace_back(
        "the first touch of a page takes its core the page_fault_time of the DAT");
  if (!request.core_times)
    r.not_modelled.emplace_back("page faults: as in PMNet (see --model)");
  else if (!knows_all_page_faults(machine))
    r.not_modelled.emplace_back("page faults (page_fault_time in the DAT)");
}

bool translates(const dat::Machine& machine) {
  return std::any_of(
      machine.core_classes.begin(), machine.core_classes.end(),
      [](const dat::CoreClass& c) { return c.pipeline && c.pipeline->page_walk > 0; });
}

// A curve takes the place of a latency, which then has no effect; hpcast calibrate writes the same
// one in both.
template <class Class>
void add_curves(const std::vector<Class>& classes, std::string& names, std::string& unused) {
  for (const Class& c : classes) {
    if (c.latency_curve.empty()) continue;
    add_item(names, c.name);
    if (c.latency && *c.latency != dat::idle_latency(c))
      add_item(unused, c.name + " " + format_time(*c.latency));
  }
}

void describe_load(answers::MemoryAnswer& r, const dat::Machine& machine,
                   const Simulated& simulated) {
  std::string names, unused;
  add_curves(machine.mem_classes, names, unused);
  add_curves(machine.cache_classes, names, unused);
  add_curves(machine.router_classes, names, unused);
  add_curves(machine.edge_classes, names, unused);
  if (names.empty()) return;
  r.assumptions.push_back("latencies go by their latency_curve (" + names +
                          "), at what all threads used an interval before");
  if (!unused.empty())
    r.assumptions.push_back("latencies that a latency_curve takes the place of: " + unused);
  const LoadedObjects loaded(machine, simulated.routes, simulated.run.topology);
  if (const auto idle = loaded.unused_classes(machine); !idle.empty())
    r.assumptions.push_back(
        fmt::format("of the latency_curve of {} at most the first point counts, as no way that "
                    "several cores share passes there",
                    fmt::join(idle, ", ")));
}

void describe_timed(answers::MemoryAnswer& r, const blocks::SamplingPlan& plan) {
  if (plan.one_in <= 1) return;
  r.assumptions.push_back("of what cores execute, the first " +
                          format_count(static_cast<double>(plan.whole)) +
                          " instructions of a phase of a thread were timed, and a sample of the "
                          "others (docs/core-model.md; --model window-all times all)");
}

}  // namespace

void describe_model(answers::MemoryAnswer& r, const MemoryRequest& request,
                    const Simulated& simulated, const dat::Machine& machine) {
  const memsim::SimulationOptions& options = simulated.options;
  r.assumptions.emplace_back(
      "every object reaches the bandwidth that the DAT gives for it, and the "
      "busiest one alone limits each phase");
  r.assumptions.push_back(placement_words(options.placement));
  r.assumptions.emplace_back(
      "threads are merged by the references they have made, aligned at "
      "synchronisation, every " +
      std::to_string(options.weave.interval));
  r.assumptions.emplace_back(options.coherent
                                 ? "caches are kept coherent by MSI with write-invalidate"
                                 : "caches are not kept coherent (see --coherence)");
  describe_options(r, request, options.placement);
  describe_changes(r, request, simulated, machine);
  const memsim::FinishedRun& run = simulated.run;
  const std::size_t threads = run.thread_cores.size();
  if (threads > simulated.cores)
    r.assumptions.push_back(
        std::to_string(threads) + " threads on " + std::to_string(simulated.cores) +
        (simulated.cores == 1 ? " core" : " cores") + ": some share a core, one after the other");
  if (const std::uint64_t pages = run.spilled_pages; pages > 0)
    r.assumptions.push_back(format_count(static_cast<double>(pages)) +
                            " pages did not fit into the memory they belonged to");
  if (run.unmet_waits > 0)
    r.assumptions.push_back(std::to_string(run.unmet_waits) +
                            " waits whose signal was not traced were taken as met");
  if (!r.ranks.empty())
    r.assumptions.emplace_back(
        "each rank has as many neighbouring cores as there are for each of them, for its threads "
        "in order");
  const bool has_core_times = simulated.no_core_times.empty();
  if (!has_core_times) {
    r.not_modelled.emplace_back("latency: memory, caches and links are occupied, never waited for");
    r.not_modelled.push_back(std::string(answers::no_core_times) + simulated.no_core_times);
  }
  r.not_modelled.push_back(not_prefetched(machine, has_core_times));
  if (has_core_times && threads > 1 && run.thread_times.empty())
    r.not_modelled.emplace_back(
        "threads that wait for each other: some run on cores without a pipeline in the DAT");
  else if (has_core_times && threads > 1)
    r.not_modelled.emplace_back(
        "waiting for semaphores and read-write locks that several want at once: who got one in the "
        "traced run waits for the first of those that let it go; what waking a sleeping thread "
        "costs; "
        "shares of dynamic loops are as traced; who spins in a loop that does more than look at "
        "its process's flags works (docs/valgrind.md)");
  if (has_core_times && !r.ranks.empty())
    r.not_modelled.emplace_back(
        "how long MPI messages take, and waiting for them, but where all ranks meet (hpcast "
        "network "
        "forecasts those)");
  if (!has_core_times || !translates(machine))
    r.not_modelled.emplace_back("address translation (TLB misses, page tables)");
  describe_page_faults(r, request, machine);
  r.not_modelled.emplace_back("instruction fetches");
  if (has_core_times) describe_timed(r, simulated.options.timed);
  if (has_core_times) describe_load(r, machine, simulated);
  if (has_core_times && !run.assumed_latencies.empty())
    r.assumptions.push_back(fmt::format("latencies that the machine does not give: {}",
                                        fmt::join(run.assumed_latencies, ", ")));
  if (has_core_times)
    r.not_modelled.emplace_back(
        "the machine's own instructions, where it would be compiled for otherwise: those executed "
        "are the traced program's");
  else
    r.not_modelled.emplace_back(
        r.operations.empty()
            ? "instruction execution: nobody counted operations (the Valgrind tracer does, "
              "hpcast-cc with GCC does, and --operations takes counts from elsewhere)"
            : "what limits instruction execution but the rates of instructions and FLOPs; the "
              "instructions are the traced program's, whatever the machine's would be");
  if (const std::string why = why_no_ranks(run); !why.empty())
    r.not_modelled.push_back("each rank by itself: " + why + ", and all are counted together");
}

std::optional<std::string> assumed_caches(const dat::Machine& machine) {
  const auto found = machine.extras.find("assumed_caches");
  if (found == machine.extras.end() || !found->is_string()) return std::nullopt;
  return std::string(answers::caches_assumed) + ": " + found->get<std::string>();
}

void describe_foreign_operations(answers::MemoryAnswer& r, const Simulated& simulated) {
  double counted = 0;
  for (const OperationRow& row : r.operations)
    counted += static_cast<double>(row.counts.loads) + static_cast<double>(row.counts.stores);
  const auto made = static_cast<double>(simulated.run.references);
  constexpr double alike = 2;  // tracers differ: vectors, the stack
  if (counted == 0 || (counted <= alike * made && made <= alike * counted)) return;
  r.assumptions.push_back("the operation counts are of this run, though they tell of " +
                          format_count(counted) + " loads and stores where it made " +
                          format_count(made));
}

void describe_sampling(answers::MemoryAnswer& r, const Simulated& simulated,
                       const std::vector<std::string>& phase_names) {
  const std::optional<memsim::SamplePlan>& plan = simulated.run.sample;
  if (!plan) return;
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  const std::string one_in = "1 in " + number(plan->options().one_in);
  const std::string rest = "; references, non-temporal stores and the places of pages are exact";
  if (plan->by_sets())
    r.assumptions.push_back("sampled: " + one_in + " of the " + number(plan->groups()) +
                            " groups of the caches' sets stands for all" + rest);
  else
    r.assumptions.push_back("sampled: " + one_in + " stretches of " +
                            number(plan->stretch_references()) +
                            " references of a thread stands for all, the stretch before it "
                            "warms the caches up" +
                            rest);
  r.assumptions.emplace_back("the interval tells what chance does to the sample, not to the model");
  if (plan->in_time())
    r.not_modelled.emplace_back(
        "what caches would hold of the references left out: it can shift the forecast, and is no "
        "part of the interval (see --sample sets:N)");
  for (const std::uint32_t phase : simulated.run.estimate.unmeasured) {
    const bool is_named = phase < phase_names.size() && !phase_names[phase].empty();
    r.not_modelled.push_back("the caches in phase '" +
                             (is_named ? phase_names[phase] : std::string("start")) +
                             "', of which no stretch was measured");
  }
}

}  // namespace hpcast::forecast
