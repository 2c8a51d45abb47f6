#include "hpcast/forecast/memory/unused_change.h"

#include <algorithm>
#include <vector>

namespace hpcast::forecast {
namespace {

// By cache of the machine: it is the first one of a core whose pipeline says how long a load takes.
std::vector<bool> first_caches_of_pipelines(const dat::Machine& machine,
                                            const memsim::Topology& topology) {
  std::vector<bool> is_first(machine.caches.size());
  for (std::uint32_t core = 0; core < topology.cores; ++core)
    if (const auto& own = topology.private_caches[core];
        !own.empty() && machine.core_classes[machine.cores[core].class_index].pipeline)
      is_first[own[0]] = true;
  return is_first;
}

bool is_of_first_caches(const std::string& change, const dat::Machine& machine,
                        const memsim::Topology& topology) {
  const std::vector<bool> is_first = first_caches_of_pipelines(machine, topology);
  bool any = false;
  for (std::uint32_t cache = 0; cache < machine.caches.size(); ++cache) {
    const dat::CacheClass& c = machine.class_of_cache(cache);
    if (!change.starts_with(c.name + ".latency")) continue;
    if (!is_first[cache] || c.prefetch_ahead > 0) return false;
    any = true;
  }
  return any;
}

bool is_of_pipeline(const std::string& change) {
  const std::string name = change.substr(0, change.find('='));
  return name.ends_with(".pipeline") || name.find(".pipeline.") != std::string::npos;
}

bool is_latency(const std::string& change) {
  const std::string name = change.substr(0, change.find('='));
  return name.ends_with(".latency") || name.ends_with(".latency_curve");
}

bool is_hand_over(const std::string& change) {
  return change.substr(0, change.find('=')).ends_with(".hand_over");
}

// All caches of the class that it is of are private ones.
bool is_of_private_caches(const std::string& change, const dat::Machine& machine,
                          const memsim::Topology& topology) {
  std::vector<bool> is_private(machine.caches.size());
  for (const auto& own : topology.private_caches)
    for (const std::uint32_t cache : own) is_private[cache] = true;
  bool any = false;
  for (std::uint32_t cache = 0; cache < machine.caches.size(); ++cache) {
    if (!change.starts_with(machine.class_of_cache(cache).name + ".")) continue;
    if (!is_private[cache]) return false;
    any = true;
  }
  return any;
}

}  // namespace

std::string why_unused_change(const std::string& change, const dat::Machine& machine,
                              const memsim::Topology& topology, const KnownTimes& known) {
  if (is_of_pipeline(change) && !known.cores)
    return "the cores' own time is not known here (see Not modelled)";
  if (is_hand_over(change)) {
    if (!known.cores) return "no thread's time is known here (see Not modelled)";
    if (is_of_private_caches(change, machine, topology))
      return "no two cores meet in a cache that one core alone uses";
    return {};
  }
  if (!is_latency(change) || known.reads) return {};
  if (!known.cores) return "nothing waits for caches and memories here (see Not modelled)";
  if (is_of_first_caches(change, machine, topology))
    return "how long a load from the first cache takes, the core's pipeline says";
  return {};
}

}  // namespace hpcast::forecast
