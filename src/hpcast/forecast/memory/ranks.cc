#include "hpcast/forecast/memory/ranks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "hpcast/forecast/memory/result.h"

namespace hpcast::forecast {

namespace {

using CoresByRank = std::map<std::uint32_t, std::vector<std::uint32_t>>;  // one a thread

// f(rank, core) for each thread that ran on one.
template <class F>
void each_thread(const memsim::FinishedRun& run, F&& f) {
  for (std::uint32_t id = 0; id < run.thread_numbers(); ++id)
    if (const memsim::FinishedThread* thread = run.thread(id); thread != nullptr && thread->core)
      f(thread->rank, *thread->core);
}

CoresByRank cores_by_rank(const memsim::FinishedRun& run) {
  CoresByRank cores;
  each_thread(run, [&](reftrace::Rank rank, std::uint32_t core) {
    if (rank.ranks != 0) cores[rank.rank].push_back(core);
  });
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
    memsim::PhaseCounts& counts = own.emplace_back(memsim::no_counts_like(phase));
    counts.name = phase.name;
    counts.operations.resize(phase.core.size());
    counts.core_times.resize(phase.core_times.size());
    counts.page_faults.resize(phase.page_faults.size());
    const auto load = std::find_if(whole.occupancy.phases.begin(), whole.occupancy.phases.end(),
                                   [&](const auto& l) { return l.name == phase.name; });
    for (const std::uint32_t core : cores) {
      counts.core[core] = phase.core[core];
      if (!phase.core_times.empty()) counts.core_times[core] = phase.core_times[core];
      if (!phase.page_faults.empty()) counts.page_faults[core] = phase.page_faults[core];
      for (std::uint32_t m = 0; m < topology.memories; ++m)
        counts.path[topology.path(core, m)] = phase.path[topology.path(core, m)];
      if (load != whole.occupancy.phases.end())
        counts.operations[core] = load->objects[machine.vertex(dat::Kind::core, core)].operations;
    }
  }
  return own;
}

answers::RankResult describe_rank(const dat::Machine& machine, const memsim::Occupancy& occupancy) {
  answers::RankResult rank;
  const answers::MemoryAnswer alone = describe(machine, occupancy);
  for (const answers::ObjectResult& object : alone.objects) {
    if (object.kind != answers::Kind::memory) continue;
    rank.bytes_read += object.bytes_read;
    rank.bytes_write += object.bytes_write;
  }
  for (const answers::PhaseResult& phase : alone.phases) rank.references += phase.references;
  rank.time_s = alone.time_s;
  rank.bottleneck = alone.bottleneck.name;
  return rank;
}

}  // namespace

std::string why_no_ranks(const memsim::FinishedRun& run) {
  std::map<std::uint32_t, reftrace::Rank> rank_on;
  std::set<std::uint32_t> sizes;  // of MPI programs
  bool shared = false, with_others = false;
  each_thread(run, [&](reftrace::Rank rank, std::uint32_t core) {
    const reftrace::Rank first = rank_on.try_emplace(core, rank).first->second;
    with_others |= (first.ranks == 0) != (rank.ranks == 0);
    shared |= first.rank != rank.rank;
    if (rank.ranks != 0) sizes.insert(rank.ranks);
  });
  if (sizes.empty()) return {};
  if (sizes.size() > 1) return "there were several MPI programs";
  if (with_others) return "other programs ran on their cores";
  return shared ? "some share cores" : "";
}

std::vector<answers::RankResult> rank_results(const dat::Machine& machine,
                                              const memsim::FinishedRun& run, const WholeRun& whole,
                                              const OccupancyOf& occupancy_of) {
  std::vector<answers::RankResult> results;
  if (!why_no_ranks(run).empty()) return results;
  for (const auto& [rank, thread_cores] : cores_by_rank(run)) {
    const std::vector<std::uint32_t> cores = without_repetitions(thread_cores);
    answers::RankResult one =
        describe_rank(machine, occupancy_of(counts_of(whole, machine, run.topology, cores)));
    one.rank = rank;
    one.threads = static_cast<std::uint32_t>(thread_cores.size());
    for (const std::uint32_t core : cores) one.cores.push_back(machine.cores[core].name);
    results.push_back(std::move(one));
  }
  return results;
}

}  // namespace hpcast::forecast
