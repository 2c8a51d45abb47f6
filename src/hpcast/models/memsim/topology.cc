#include "hpcast/models/memsim/topology.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/memsim/cache.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/request.h"

namespace hpcast::memsim {

namespace {

using Caches = std::vector<std::uint32_t>;

constexpr std::uint64_t max_ways = 1 << 16;
constexpr std::uint64_t max_lines = 1 << 30;

CacheShape shape_of(const dat::CacheClass& c) {
  if (c.linesize > 1024)
    throw InputError("cache_class '" + c.name +
                     "': a linesize over 1024 bytes cannot be simulated");
  if (c.replacement == Replacement::plru && c.associativity > max_plru_ways)
    throw InputError("cache_class '" + c.name + "': plru is simulated up to 64 ways",
                     "use \"replacement\": \"lru\"");
  if (c.associativity > max_ways || c.capacity / c.linesize > max_lines)
    throw InputError("cache_class '" + c.name + "': caches are simulated up to " +
                     std::to_string(max_ways) + " ways and " + std::to_string(max_lines) +
                     " lines");
  CacheShape shape{};
  shape.ways = c.associativity;
  shape.log2_line = static_cast<std::uint32_t>(__builtin_ctz(c.linesize));
  shape.sets = c.capacity / (std::uint64_t{c.linesize} * c.associativity);
  shape.replacement = c.replacement;
  shape.write_policy = c.write_policy;
  shape.inclusion = c.inclusion;
  shape.prefetch = c.prefetcher;
  return shape;
}

Caches caches_on_route(const dat::Machine& machine, const dat::Routes& routes, std::uint32_t core,
                       std::uint32_t memory) {
  Caches caches;
  for (const dat::Hop& hop : routes.route(core, memory)) {
    const auto [kind, index] = machine.object_at(hop.vertex);
    if (kind == dat::Kind::cache) caches.push_back(index);
  }
  return caches;
}

bool is_memory_side(const dat::Machine& machine, std::uint32_t cache) {
  return machine.class_of_cache(cache).side == CacheSide::memory;
}

void check_sides(const dat::Machine& machine, const Caches& caches) {
  for (std::size_t i = 1; i < caches.size(); ++i) {
    if (is_memory_side(machine, caches[i]) || !is_memory_side(machine, caches[i - 1])) continue;
    throw InputError("cache '" + machine.caches[caches[i]].name + "' lies behind '" +
                         machine.caches[caches[i - 1]].name + "', which is a memory-side cache",
                     "give its class \"side\": \"memory\" too");
  }
}

// The core-side caches that all of the core's routes begin with and no other core's route passes.
Caches private_prefix(const dat::Machine& machine, const Topology& t,
                      const std::vector<Caches>& on_path, std::uint32_t core) {
  Caches prefix = on_path[t.path(core, t.nearest_memories[core].at(0))];
  for (const std::uint32_t m : t.nearest_memories[core]) {
    const Caches& caches = on_path[t.path(core, m)];
    const auto differs = std::mismatch(prefix.begin(), prefix.end(), caches.begin(), caches.end());
    prefix.erase(differs.first, prefix.end());
  }
  const auto shared = std::find_if(prefix.begin(), prefix.end(), [&](std::uint32_t cache) {
    return t.cores_of_cache[cache].size() > 1 || is_memory_side(machine, cache);
  });
  prefix.erase(shared, prefix.end());
  if (prefix.size() > max_private_levels) prefix.resize(max_private_levels);
  return prefix;
}

// An exclusive cache takes over lines as the cache above it lets them go.
void check_exclusive(const dat::Machine& machine, const Topology& t, const Caches& caches) {
  for (std::size_t i = 0; i < caches.size(); ++i) {
    const CacheShape& shape = t.cache_shapes[caches[i]];
    if (shape.inclusion != Inclusion::exclusive) continue;
    if (i > 0 && t.cache_shapes[caches[i - 1]].log2_line == shape.log2_line) continue;
    throw InputError("cache '" + machine.caches[caches[i]].name +
                         "' is exclusive, but there is no cache of the same linesize above it",
                     "leave \"inclusion\" out for an independent cache");
  }
}

bool has_prefetcher(const CacheShape& shape) { return shape.prefetch.kind != Prefetching::none; }

// When a line comes that two of them bring, one by lines and one by times, nobody says.
void refuse_two_kinds_of_prefetchers(const dat::Machine& machine, const Topology& t) {
  const auto class_of = [&](std::uint32_t cache) -> const dat::CacheClass& {
    return machine.class_of_cache(cache);
  };
  for (std::uint32_t core = 0; core < t.cores; ++core) {
    const Caches& own = t.private_caches[core];
    const auto by_lines = std::find_if(own.begin(), own.end(), [&](std::uint32_t cache) {
      return has_prefetcher(t.cache_shapes[cache]);
    });
    if (by_lines == own.end()) continue;
    Caches all = own;
    for (std::uint32_t m = 0; m < t.memories; ++m)
      all.insert(all.end(), t.shared_caches[t.path(core, m)].begin(),
                 t.shared_caches[t.path(core, m)].end());
    for (const std::uint32_t cache : all)
      if (class_of(cache).prefetch_ahead > 0)
        throw InputError("cache_class '" + class_of(*by_lines).name + "' has a prefetcher, and '" +
                             class_of(cache).name + "' on the same way a prefetch_ahead",
                         "give all of them one or the other: --set " + class_of(cache).name +
                             ".prefetch_ahead=0");
  }
}

// Prefetchers are simulated in caches of one core, whose lines are of one length.
void check_prefetchers(const dat::Machine& machine, const Topology& t) {
  std::set<std::uint32_t> in_private;
  for (const Caches& own : t.private_caches)
    for (std::size_t i = 0; i < own.size(); ++i) {
      const CacheShape& shape = t.cache_shapes[own[i]];
      in_private.insert(own[i]);
      if (!has_prefetcher(shape)) continue;
      const std::string name = "cache '" + machine.caches[own[i]].name + "' ";
      if (shape.inclusion == Inclusion::exclusive)
        throw InputError(name + "is exclusive: what it has, caches above it let go",
                         "give the \"prefetcher\" to the cache above it");
      if (shape.prefetch.kind == Prefetching::stride && i > 0)
        throw InputError(name + "does not know which instruction asks it for a line",
                         "give the \"prefetcher\": \"stride\" to the core's first cache, or let "
                         "this one go by \"streams\"");
      for (const std::uint32_t other : own)
        if (t.cache_shapes[other].log2_line != shape.log2_line)
          throw InputError(name + "has a prefetcher and lines of another length than '" +
                               machine.caches[other].name + "'",
                           "prefetchers are simulated where a core's own caches have one linesize");
    }
  for (std::uint32_t cache = 0; cache < t.cache_shapes.size(); ++cache)
    if (has_prefetcher(t.cache_shapes[cache]) && !in_private.contains(cache) &&
        !t.cores_of_cache[cache].empty())
      throw InputError(
          "cache '" + machine.caches[cache].name + "' has a prefetcher and is not one core's own",
          "give the \"prefetcher\" to the caches above it, which ask it for lines");
}

const CacheShape* first_shared(const Topology& t, std::uint32_t core, std::uint32_t memory) {
  const Caches& caches = t.shared_caches[t.path(core, memory)];
  return caches.empty() ? nullptr : &t.cache_shapes[caches[0]];
}

PrivateConfig config_of(const Topology& t, std::uint32_t core, bool coherent) {
  PrivateConfig config{};
  const Caches& own = t.private_caches[core];
  config.levels = static_cast<std::uint32_t>(own.size());
  config.coherent = coherent ? 1 : 0;
  for (std::size_t i = 0; i < own.size(); ++i) config.level[i] = t.cache_shapes[own[i]];
  for (const std::uint32_t m : t.nearest_memories[core])
    if (const CacheShape* next = first_shared(t, core, m))
      config.victims_wanted |= next->inclusion == Inclusion::exclusive ? 1U : 0U;
  const CacheShape* const next = first_shared(t, core, t.nearest_memories[core].at(0));
  // Without private caches references travel whole, split at the lines of the first shared one.
  if (own.empty()) config.level[0].log2_line = next != nullptr ? next->log2_line : t.log2_granule;
  config.log2_combining = config.level[0].log2_line;
  return config;
}

std::uint32_t index_of(std::vector<PrivateConfig>& configs, const PrivateConfig& config) {
  for (std::uint32_t i = 0; i < configs.size(); ++i)
    if (std::memcmp(&configs[i], &config, sizeof config) == 0) return i;
  if (configs.size() == max_private_configs)
    throw InputError("more than 16 different kinds of private caches on one machine");
  configs.push_back(config);
  return static_cast<std::uint32_t>(configs.size() - 1);
}

// Which caches each path passes, which cores each cache serves, which memories a core reaches.
std::vector<Caches> follow_routes(Topology& t, const dat::Machine& machine,
                                  const dat::Routes& routes) {
  std::vector<Caches> on_path;
  t.cores_of_cache.resize(machine.caches.size());
  for (std::uint32_t core = 0; core < t.cores; ++core) {
    auto& nearest = t.nearest_memories.emplace_back();
    for (std::uint32_t m = 0; m < t.memories; ++m) {
      if (!routes.route(core, m).empty()) nearest.push_back(m);
      on_path.push_back(caches_on_route(machine, routes, core, m));
      for (const std::uint32_t cache : on_path.back()) {
        auto& cores = t.cores_of_cache[cache];
        if (cores.empty() || cores.back() != core) cores.push_back(core);
      }
    }
    std::stable_sort(nearest.begin(), nearest.end(), [&](std::uint32_t a, std::uint32_t b) {
      return routes.route(core, a).size() < routes.route(core, b).size();
    });
  }
  return on_path;
}

void find_longest_lines(Topology& t) {
  std::set<std::uint32_t> in_private, in_any;
  for (const Caches& caches : t.private_caches)
    for (const std::uint32_t cache : caches) in_private.insert(t.cache_shapes[cache].log2_line);
  for (std::size_t cache = 0; cache < t.cache_shapes.size(); ++cache)
    if (!t.cores_of_cache[cache].empty()) in_any.insert(t.cache_shapes[cache].log2_line);
  if (!in_private.empty()) t.log2_granule = *in_private.rbegin();
  if (!in_any.empty()) t.log2_longest_line = *in_any.rbegin();
}

}  // namespace

Topology make_topology(const dat::Machine& machine, const dat::Routes& routes, bool coherent) {
  Topology t;
  t.cores = static_cast<std::uint32_t>(machine.cores.size());
  t.memories = static_cast<std::uint32_t>(machine.memories.size());
  for (const dat::Object& cache : machine.caches)
    t.cache_shapes.push_back(shape_of(machine.cache_classes[cache.class_index]));
  const std::vector<Caches> on_path = follow_routes(t, machine, routes);
  for (const Caches& caches : on_path) {
    check_exclusive(machine, t, caches);
    check_sides(machine, caches);
  }
  for (std::uint32_t core = 0; core < t.cores; ++core)
    t.private_caches.push_back(private_prefix(machine, t, on_path, core));
  find_longest_lines(t);
  check_prefetchers(machine, t);
  for (std::uint32_t core = 0; core < t.cores; ++core) {
    const auto own = static_cast<std::ptrdiff_t>(t.private_caches[core].size());
    for (std::uint32_t m = 0; m < t.memories; ++m) {
      const Caches& all = on_path[t.path(core, m)];
      t.shared_caches.emplace_back(all.begin() + std::min<std::ptrdiff_t>(own, std::ssize(all)),
                                   all.end());
      if (t.shared_caches.back().size() > max_shared_levels)
        throw InputError("more than 6 shared caches in a row between a core and a memory");
      const Caches& shared = t.shared_caches.back();
      t.core_side_levels.push_back(static_cast<std::uint32_t>(
          std::count_if(shared.begin(), shared.end(),
                        [&](std::uint32_t cache) { return !is_memory_side(machine, cache); })));
    }
    t.private_config_of.push_back(index_of(t.private_configs, config_of(t, core, coherent)));
  }
  refuse_two_kinds_of_prefetchers(machine, t);
  return t;
}

}  // namespace hpcast::memsim
