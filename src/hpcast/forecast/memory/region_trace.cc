#include "hpcast/forecast/memory/region_trace.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::forecast {

namespace {

constexpr double ticks_a_second = 1e12;  // picoseconds
constexpr std::size_t loads = 0, stores = 1, first_level = 2;

// Caches that a core asks on its way to a memory, the nearest first.
std::vector<std::uint32_t> caches_between(const memsim::Topology& topology, std::uint32_t core,
                                          std::uint32_t memory) {
  const std::uint32_t path = topology.path(core, memory);
  std::vector<std::uint32_t> caches = topology.private_caches[core];
  const auto shared = topology.shared_caches[path].begin();
  caches.insert(caches.end(), shared, shared + topology.core_side_levels[path]);
  return caches;
}

// Of the smallest cache of each level, as far as PAPI has names for their misses.
std::vector<std::uint64_t> cache_lines_of(const dat::Machine& machine) {
  const memsim::Topology topology = memsim::make_topology(machine, dat::Routes(machine), false);
  constexpr std::size_t named = 3;
  std::vector<std::uint64_t> lines;
  for (std::uint32_t core = 0; core < topology.cores; ++core)
    for (std::uint32_t memory = 0; memory < topology.memories; ++memory) {
      const std::vector<std::uint32_t> caches = caches_between(topology, core, memory);
      lines.resize(std::max(lines.size(), std::min(caches.size(), named)), UINT64_MAX);
      for (std::size_t i = 0; i < std::min(caches.size(), named); ++i) {
        const dat::CacheClass& cache = machine.class_of_cache(caches[i]);
        lines[i] = std::min(lines[i], cache.capacity / cache.linesize);
      }
    }
  return lines;
}

std::vector<countertrace::Metric> metrics_of(std::size_t levels) {
  std::vector<countertrace::Metric> metrics = {{"PAPI_LD_INS", "#"}, {"PAPI_SR_INS", "#"}};
  for (std::size_t level = 1; level <= levels; ++level)
    metrics.push_back({fmt::format("PAPI_L{}_DCM", level), "#"});
  return metrics;
}

template <class Counts>
std::uint64_t sum_of(const Counts& counts) {
  return std::accumulate(std::begin(counts), std::end(counts), std::uint64_t{0});
}

}  // namespace

RegionTrace::RegionTrace(const std::string& folder, const dat::Machine& machine, bool marked_only)
    : marked_only_(marked_only),
      cache_lines_(cache_lines_of(machine)),
      levels_(cache_lines_.size()),
      writer_(folder, metrics_of(levels_), static_cast<std::uint64_t>(ticks_a_second)) {}

void RegionTrace::count(Thread& thread, const memsim::RegionMoment& moment) const {
  thread.counts.resize(first_level + levels_);
  thread.counts[loads] = sum_of(moment.own.references[0]);
  thread.counts[stores] = sum_of(moment.own.references[1]) + sum_of(moment.own.references[2]);
  for (std::size_t level = 0; level < levels_; ++level) {
    const memsim::CacheCounters& own =
        moment.own.cache[std::min<std::size_t>(level, memsim::max_private_levels - 1)];
    const std::size_t shared = level - std::min<std::size_t>(level, moment.own_levels);
    thread.counts[first_level + level] = level < moment.own_levels
                                             ? own.read_misses + own.write_misses
                                         : shared < moment.fetches.size() ? moment.fetches[shared]
                                                                          : 0;
  }
}

std::uint32_t RegionTrace::number_of(const Region& region) {
  return regions_.emplace(region, static_cast<std::uint32_t>(regions_.size())).first->second;
}

void RegionTrace::enter(std::uint32_t number, Thread& thread, std::uint32_t region) {
  writer_.metrics(number, thread.tick, thread.counts);
  writer_.enter(number, thread.tick, region);
  thread.open.push_back(region);
  ++events_;
}

void RegionTrace::leave(std::uint32_t number, Thread& thread) {
  writer_.metrics(number, thread.tick, thread.counts);
  writer_.leave(number, thread.tick, thread.open.back());
  thread.open.pop_back();
  ++events_;
}

void RegionTrace::take(Thread& thread, const memsim::RegionMoment& moment) const {
  thread.tick = std::max(thread.tick, static_cast<std::uint64_t>(moment.time * ticks_a_second));
  count(thread, moment);
}

void RegionTrace::end(const memsim::RegionMoment& last) {
  const auto at = threads_.find(last.thread);
  if (at == threads_.end() || at->second.open.empty()) return;
  take(at->second, last);
  while (!at->second.open.empty()) leave(last.thread, at->second);
}

void RegionTrace::moment(const memsim::RegionMoment& moment) {
  if (marked_only_ && (moment.region.value_or(0) & reftrace::named_region) == 0) return;
  Thread& thread = threads_[moment.thread];
  take(thread, moment);
  if (moment.enters)
    return enter(moment.thread, thread, number_of({moment.process, moment.region.value_or(0)}));
  const std::uint32_t left = moment.region         ? number_of({moment.process, *moment.region})
                             : thread.open.empty() ? 0
                                                   : thread.open.back();
  // What was entered before anybody looked cannot be left; what was entered in it is left with it.
  const auto entered = std::find(thread.open.rbegin(), thread.open.rend(), left);
  if (entered == thread.open.rend()) return;
  const auto kept = static_cast<std::size_t>(thread.open.rend() - entered) - 1;
  while (thread.open.size() > kept) leave(moment.thread, thread);
}

std::set<reftrace::SeenFunction> RegionTrace::functions() const {
  std::set<reftrace::SeenFunction> functions;
  for (const auto& [region, number] : regions_)
    if ((region.second & reftrace::named_region) == 0) functions.insert(region);
  return functions;
}

std::uint64_t RegionTrace::commit(const NameOf& name_of, const std::string& partial) {
  std::vector<std::string> regions(regions_.size()), threads;
  for (auto& [number, thread] : threads_) {
    while (!thread.open.empty()) leave(number, thread);
    threads.resize(number + 1);
    threads[number] = fmt::format("thread {}", number);
  }
  for (const auto& [region, number] : regions_)
    regions[number] = name_of(region.first, region.second);
  writer_.mark_partial(partial);
  writer_.tell_cache_lines(cache_lines_);
  writer_.commit(regions, threads);
  return events_;
}

}  // namespace hpcast::forecast
