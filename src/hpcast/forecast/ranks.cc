#include "hpcast/forecast/ranks.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "hpcast/forecast/memory_result.h"

namespace hpcast::forecast {

namespace {

using CoresByRank = std::map<std::uint32_t, std::vector<std::uint32_t>>;  // one a thread

CoresByRank cores_by_rank(const memsim::Weaver& weaver) {
  CoresByRank cores;
  for (std::uint32_t thread = 0; thread < weaver.thread_numbers(); ++thread) {
    const std::optional<std::uint32_t> rank = weaver.rank_of(thread);
    const std::optional<std::uint32_t> core = weaver.core_of(thread);
    if (rank && core) cores[*rank].push_back(*core);
  }
  return cores;
}

std::vector<std::uint32_t> without_repetitions(const std::vector<std::uint32_t>& cores) {
  std::vector<std::uint32_t> once;
  for (const std::uint32_t core : cores)
    if (std::find(once.begin(), once.end(), core) == once.end()) once.push_back(core);
  return once;
}

// What these cores counted, and nobody else. Of a shared cache nothing: what missed there is in the
// flows behind it.
std::vector<memsim::PhaseCounts> counts_of(const WholeRun& whole, const dat::Machine& machine,
                                           const memsim::Topology& topology,
                                           const std::vector<std::uint32_t>& cores) {
  std::vector<memsim::PhaseCounts> own;
  for (const memsim::PhaseCounts& phase : whole.phases) {
    memsim::PhaseCounts& counts = own.emplace_back(no_counts_like(phase));
    counts.name = phase.name;
    counts.operations.resize(phase.core.size());
    const auto load = std::find_if(whole.occupancy.phases.begin(), whole.occupancy.phases.end(),
                                   [&](const auto& l) { return l.name == phase.name; });
    for (const std::uint32_t core : cores) {
      counts.core[core] = phase.core[core];
      for (std::uint32_t m = 0; m < topology.memories; ++m)
        counts.path[topology.path(core, m)] = phase.path[topology.path(core, m)];
      if (load != whole.occupancy.phases.end())
        counts.operations[core] = load->objects[machine.vertex(dat::Kind::core, core)].operations;
    }
  }
  return own;
}

result::RankResult describe_rank(const dat::Machine& machine, const memsim::Occupancy& occupancy) {
  result::RankResult rank;
  const result::MemoryResult alone = describe(machine, occupancy);
  for (const result::ObjectResult& object : alone.objects) {
    if (object.kind != result::Kind::memory) continue;
    rank.bytes_read += object.bytes_read;
    rank.bytes_write += object.bytes_write;
  }
  for (const result::PhaseResult& phase : alone.phases) rank.references += phase.references;
  rank.time_s = alone.time_s;
  rank.bottleneck = alone.bottleneck.name;
  return rank;
}

}  // namespace

bool ranks_share_cores(const memsim::Weaver& weaver) {
  std::map<std::uint32_t, std::uint32_t> rank_on;
  for (const auto& [rank, cores] : cores_by_rank(weaver))
    for (const std::uint32_t core : cores)
      if (rank_on.try_emplace(core, rank).first->second != rank) return true;
  return false;
}

std::vector<result::RankResult> rank_results(const dat::Machine& machine,
                                             const memsim::Simulation& simulation,
                                             const WholeRun& whole,
                                             const OccupancyOf& occupancy_of) {
  std::vector<result::RankResult> results;
  if (ranks_share_cores(simulation.weaver())) return results;
  for (const auto& [rank, thread_cores] : cores_by_rank(simulation.weaver())) {
    const std::vector<std::uint32_t> cores = without_repetitions(thread_cores);
    result::RankResult one = describe_rank(
        machine, occupancy_of(counts_of(whole, machine, simulation.topology(), cores)));
    one.rank = rank;
    one.threads = static_cast<std::uint32_t>(thread_cores.size());
    for (const std::uint32_t core : cores) one.cores.push_back(machine.cores[core].name);
    results.push_back(std::move(one));
  }
  return results;
}

}  // namespace hpcast::forecast
