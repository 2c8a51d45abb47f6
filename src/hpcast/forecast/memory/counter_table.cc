#include "hpcast/forecast/memory/counter_table.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "hpcast/base/units.h"
#include "hpcast/forecast/memory/page_faults.h"
#include "hpcast/forecast/memory/result.h"
#include "hpcast/inputs/counters/simulated_latency.h"
#include "hpcast/models/memsim/occupancy.h"

namespace hpcast::forecast {

namespace {

using counters::Unit;
using memsim::ObservedInterval;

// Summed over the reads and the writes that missed.
std::uint64_t misses_of(const memsim::CacheCounters& c) { return c.read_misses + c.write_misses; }

// One core in one interval.
struct CoreCounts {
  std::vector<std::uint64_t> misses;  // by core-side level, nearest first
  std::uint64_t loads = 0, stores = 0;
  std::uint64_t llc_misses = 0, llc_read_misses = 0, instructions = 0;
  std::uint64_t side_misses = 0, side_hits = 0;
  std::uint64_t dram_reads = 0, dram_writes = 0;
  std::vector<memsim::OverlapCounts> overlap;  // ThreadOverlap's

  bool any() const { return loads + stores + dram_writes + llc_misses > 0; }
};

class Counting {
 public:
  Counting(const memsim::Topology& topology, const ObservedInterval& interval)
      : topology_(topology), interval_(interval) {}

  CoreCounts of(std::uint32_t core) const {
    CoreCounts c;
    const memsim::PrivateCounters& own = interval_.counts.core[core];
    for (const std::uint64_t count : own.references[0]) c.loads += count;
    for (const auto op : {1, 2})
      for (const std::uint64_t count : own.references[op]) c.stores += count;
    const std::size_t levels = topology_.private_caches[core].size();
    for (std::size_t level = 0; level < levels; ++level)
      c.misses.push_back(misses_of(own.cache[level]));
    for (std::uint32_t m = 0; m < topology_.memories; ++m) add_path(c, topology_.path(core, m));
    for (const memsim::ThreadOverlap& thread : interval_.threads) {
      if (thread.core != core) continue;
      c.instructions += thread.instructions;
      c.llc_read_misses += thread.read_misses;
      memsim::add(c.overlap, thread.overlap);
    }
    return c;
  }

 private:
  // What arrives at a level has missed the one before it.
  void add_path(CoreCounts& c, std::uint32_t path) const {
    const memsim::PathFlow& flow = interval_.counts.path[path];
    const std::size_t own = topology_.private_caches[path / topology_.memories].size();
    const std::size_t levels = topology_.shared_caches[path].size();
    const std::size_t core_side = topology_.core_side_levels[path];
    if (c.misses.size() < own + core_side) c.misses.resize(own + core_side);
    for (std::size_t level = 0; level < core_side; ++level)
      c.misses[own + level] += flow.level[level + 1].reads;
    c.llc_misses += flow.level[core_side].reads;
    c.dram_reads += flow.level[levels].reads;
    c.dram_writes += flow.level[levels].writes;
    if (core_side == levels) {
      c.dram_writes += flow.bypass.writes;
    } else {
      c.side_misses += flow.level[core_side + 1].reads;
      c.side_hits += flow.level[core_side].reads - flow.level[core_side + 1].reads;
    }
  }

  const memsim::Topology& topology_;
  const ObservedInterval& interval_;
};

// The operations of a phase, by the share of each core's references that an interval has.
std::vector<memsim::CoreOperations> share_of(const memsim::PhaseCounts& phase,
                                             const memsim::PhaseCounts& part) {
  std::vector<memsim::CoreOperations> operations = phase.operations;
  for (std::size_t core = 0; core < operations.size(); ++core) {
    const std::uint64_t all = memsim::references_of(phase.core[core]);
    const double share = all == 0 ? 0
                                  : static_cast<double>(memsim::references_of(part.core[core])) /
                                        static_cast<double>(all);
    operations[core].dp_flops *= share;
    operations[core].sp_flops *= share;
    operations[core].instructions *= share;
  }
  return operations;
}

class TableMaker {
 public:
  TableMaker(const dat::Machine& machine, const Simulated& simulated, const CounterFacts& facts)
      : machine_(machine), simulated_(simulated), facts_(facts) {
    table_.source = "memsim";
  }

  // `occupied`: how long the interval's busiest object was, or, where core times are known, the
  // interval's part of the forecast. `operations`: by core; none where they were not counted.
  void add(const ObservedInterval& interval, const std::string& region, double occupied,
           const std::vector<memsim::CoreOperations>& operations) {
    const memsim::Topology& topology = simulated_.run.topology;
    std::vector<std::pair<std::uint32_t, CoreCounts>> cores;
    double longest = 0;
    for (std::uint32_t core = 0; core < topology.cores; ++core) {
      CoreCounts counts = Counting(topology, interval).of(core);
      if (!counts.any() || counts.overlap.empty()) continue;
      longest = std::max(longest, counts.overlap[0].time);
      cores.emplace_back(core, std::move(counts));
    }
    // Where moving the data takes longer than the cores' windows, they wait for that too.
    const bool is_known = facts_.core_times && occupied > 0;
    const double duration = is_known ? occupied : std::max(occupied, longest);
    const double stretch = longest > 0 ? duration / longest : 1;
    for (const auto& [core, counts] : cores) {
      const std::size_t row =
          add_row({now_, duration, table_.thread_index(machine_.cores[core].name),
                   table_.region_index(region)},
                  counts, stretch);
      if (!operations.empty()) add_operations(row, operations[core]);
    }
    now_ += duration;
  }

  counters::Table take() {
    describe();
    return std::move(table_);
  }

 private:
  const std::vector<double>& latencies() const { return simulated_.options.observe.latencies; }

  void add_operations(std::size_t row, const memsim::CoreOperations& operations) {
    if (facts_.instructions == InstructionsFrom::operations)
      table_.column_to_fill("instructions", Unit::events).values[row] = operations.instructions;
    table_.column_to_fill("dp_flops", Unit::events).values[row] = operations.dp_flops;
    table_.column_to_fill("sp_flops", Unit::events).values[row] = operations.sp_flops;
  }

  std::size_t add_row(const counters::Row& row, const CoreCounts& c, double stretch) {
    const std::size_t at = table_.add_row(row);
    const auto put = [&](const std::string& name, auto value, Unit unit = Unit::events) {
      table_.column_to_fill(name, unit).values[at] = static_cast<double>(value);
    };
    put("cpu_time", stretch * c.overlap[0].time, Unit::seconds);
    if (facts_.instructions == InstructionsFrom::tracer) put("instructions", c.instructions);
    put("loads", c.loads);
    put("stores", c.stores);
    constexpr const char* levels[] = {"l1d_misses", "l2_misses", "l3_misses"};
    for (std::size_t level = 0; level < std::min(std::size(levels), c.misses.size()); ++level)
      put(levels[level], c.misses[level]);
    put("llc_misses", c.llc_misses);
    put("llc_read_misses", c.llc_read_misses);
    if (has_memory_side()) {
      put("memory_side_hits", c.side_hits);
      put("memory_side_misses", c.side_misses);
    }
    put("dram_reads", c.dram_reads);
    put("dram_writes", c.dram_writes);
    // Reads wait as long as the window says, but for no longer than there is time.
    const double reading = std::min(stretch, 1.0);
    put("outstanding_read_time", reading * c.overlap[0].outstanding, Unit::seconds);
    put("time_with_outstanding_read", reading * c.overlap[0].any, Unit::seconds);
    for (std::size_t i = 1; i < c.overlap.size(); ++i) put_longer(at, c, i, stretch);
    return at;
  }

  // With the i-th of the longer latencies, everything by so much longer as it is in the windows.
  void put_longer(std::size_t row, const CoreCounts& c, std::size_t i, double stretch) {
    const auto put = [&](const char* name, double now, double of_window, double longer) {
      const std::string column = counters::at_latency(name, latencies()[i - 1]);
      table_.column_to_fill(column, Unit::seconds).values[row] =
          stretch < 1 ? now + longer - of_window : std::max(now, longer);
    };
    const double reading = std::min(stretch, 1.0);
    const memsim::OverlapCounts &base = c.overlap[0], &at = c.overlap[i];
    put("cpu_time", stretch * base.time, base.time, at.time);
    put("outstanding_read_time", reading * base.outstanding, base.outstanding, at.outstanding);
    put("time_with_outstanding_read", reading * base.any, base.any, at.any);
  }

  bool has_memory_side() const {
    return std::any_of(machine_.cache_classes.begin(), machine_.cache_classes.end(),
                       [](const dat::CacheClass& c) { return c.side == CacheSide::memory; });
  }

  void describe() {
    const auto note = [&](std::string text) { table_.notes.push_back(std::move(text)); };
    note(
        "simulated: misses and traffic are counted, times and outstanding reads estimated from "
        "each core's window of instructions, its line fill buffers and the latencies of the DAT");
    if (simulated_.run.memory_latency > 0)
      note(counters::simulated_latency_note(simulated_.run.memory_latency));
    if (!facts_.core_times) describe_times();
    if (facts_.instructions == InstructionsFrom::nowhere)
      note(
          "instructions were not counted (--tracer valgrind counts them, --operations tells them): "
          "the cores' windows took three for each reference");
    if (facts_.instructions == InstructionsFrom::operations && !simulated_.run.knows_dependences)
      note(
          "instructions are those of each phase, shared out by references; the cores' windows took "
          "three for each reference");
    if (!simulated_.run.knows_dependences)
      note(
          "what addresses are made from was not recorded (hpcast trace --code, "
          "--tracer valgrind): all reads look independent, the outstanding ones are too many");
    if (!simulated_.run.assumed_latencies.empty())
      note(fmt::format("latencies that the machine does not give were assumed: {}",
                       fmt::join(simulated_.run.assumed_latencies, ", ")));
    for (const dat::CoreClass& c : machine_.core_classes)
      if (c.window == 0 || c.line_fill_buffers == 0) {
        const memsim::CoreWindow usual;
        note(fmt::format("core class {}: assumed{}{}", c.name,
                         c.window == 0 ? fmt::format(" a window of {}", usual.instructions) : "",
                         c.line_fill_buffers == 0
                             ? fmt::format("{} {} line fill buffers", c.window == 0 ? "," : "",
                                           usual.line_fill_buffers)
                             : ""));
      }
  }

  // Without cores' own times the forecast is that of a phase's busiest object, and knows nothing of
  // latencies.
  void describe_times() {
    constexpr double alike = 0.01;
    if (std::fabs(now_ - facts_.forecast.time) <= alike * now_) return;
    table_.notes.push_back(fmt::format(
        "times are those of the cores' windows, {}; the forecast of hpcast memory is {}",
        format_time(now_), format_time(facts_.forecast.time)));
  }

  const dat::Machine& machine_;
  const Simulated& simulated_;
  const CounterFacts facts_;
  counters::Table table_;
  double now_ = 0;
};

// In the order of time.
std::vector<const ObservedInterval*> in_order(const std::vector<ObservedInterval>& observed) {
  std::vector<const ObservedInterval*> intervals;
  for (const ObservedInterval& interval : observed) intervals.push_back(&interval);
  std::stable_sort(intervals.begin(), intervals.end(),
                   [](const auto* a, const auto* b) { return a->part.begin < b->part.begin; });
  return intervals;
}

// By phase: what an interval's own time is to be multiplied by, so that they are the forecast's.
std::map<std::string, double> scales_of(const memsim::Occupancy& forecast,
                                        const memsim::Occupancy& intervals) {
  std::map<std::string, double> sums, scales;
  for (const memsim::PhaseLoad& interval : intervals.phases) sums[interval.name] += interval.time;
  for (const memsim::PhaseLoad& phase : forecast.phases)
    scales[phase.name] = sums[phase.name] > 0 ? phase.time / sums[phase.name] : 1;
  return scales;
}

}  // namespace

counters::Table counter_table(const dat::Machine& machine, const Simulated& simulated,
                              const std::vector<memsim::PhaseCounts>& phases,
                              const std::vector<std::string>& phase_names, const std::string& only,
                              const CounterFacts& facts) {
  const memsim::FinishedRun& run = simulated.run;
  const bool has_phases = phase_names.size() > 1;
  std::vector<const ObservedInterval*> intervals;
  std::vector<memsim::PhaseCounts> parts;
  for (const ObservedInterval* interval : in_order(run.observed)) {
    const std::string name = phase_label(interval->part.phase, phase_names);
    if (!only.empty() && name != only) continue;
    memsim::PhaseCounts part = interval->counts;
    const auto phase = std::find_if(phases.begin(), phases.end(),
                                    [&](const memsim::PhaseCounts& p) { return p.name == name; });
    if (phase == phases.end()) continue;
    part.name = name;
    part.operations = share_of(*phase, part);
    intervals.push_back(interval);
    parts.push_back(std::move(part));
  }
  if (facts.page_faults) time_page_faults(machine, run.topology, parts);
  const memsim::Occupancy occupancy =
      memsim::occupancy(machine, simulated.routes, run.topology, parts, {});
  const std::map<std::string, double> scales = scales_of(facts.forecast, occupancy);
  TableMaker maker(machine, simulated, facts);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const double scale = facts.core_times ? scales.at(parts[i].name) : 1;
    maker.add(*intervals[i], has_phases ? parts[i].name : "", scale * occupancy.phases[i].time,
              parts[i].operations);
  }
  return maker.take();
}

}  // namespace hpcast::forecast
