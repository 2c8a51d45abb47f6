#include "hpcast/inputs/calibrate/levels.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "hpcast/inputs/dat/graph.h"

namespace hpcast::calibrate {

namespace {

using dat::Machine;

constexpr std::size_t chunk = 8192, mebibyte = std::size_t{1} << 20;

// One at least, however little there is.
std::size_t whole_chunks(std::size_t bytes) {
  return std::max(bytes / chunk, std::size_t{1}) * chunk;
}

class Ways {
 public:
  Ways(const Machine& machine, const std::vector<std::uint32_t>& cores)
      : machine_(machine), routes_(machine), cores_(cores) {
    for (const std::uint32_t core : cores)
      for (const dat::Hop& hop : way_of(core)) ++users_[hop.vertex];
  }

  std::span<const dat::Hop> way_of(std::uint32_t core) const {
    return routes_.route(core, routes_.nearest_memory(core));
  }

  std::size_t users_of(std::uint32_t vertex) const { return users_.at(vertex); }

  std::size_t objects_like(std::uint32_t vertex) const {
    return static_cast<std::size_t>(
        std::count_if(users_.begin(), users_.end(), [&](const auto& other) {
          return machine_.object_at(other.first).first == machine_.object_at(vertex).first &&
                 machine_.vertex_object(other.first).class_index ==
                     machine_.vertex_object(vertex).class_index;
        }));
  }

  std::vector<Level> levels() const {
    std::vector<Level> levels;
    for (const dat::Hop& hop : way_of(cores_.front())) {
      const auto [kind, index] = machine_.object_at(hop.vertex);
      const bool is_near =
          kind == dat::Kind::cache && machine_.class_of_cache(index).side == CacheSide::core;
      if (!is_near && kind != dat::Kind::memory) continue;
      Level level;
      level.name = machine_.class_name(hop.vertex);
      level.is_memory = kind == dat::Kind::memory;
      level.class_index = machine_.vertex_object(hop.vertex).class_index;
      level.objects = objects_like(hop.vertex);
      level.sharers = users_of(hop.vertex);
      levels.push_back(std::move(level));
    }
    return levels;
  }

 private:
  const Machine& machine_;
  dat::Routes routes_;
  const std::vector<std::uint32_t>& cores_;
  std::map<std::uint32_t, std::size_t> users_;  // by vertex: cores whose way leads there
};

// Well beyond the level above, well inside this one, of which other guests may have a part.
std::size_t inside(std::size_t capacity, std::size_t above) {
  if (above == 0) return whole_chunks(capacity / 2);
  return whole_chunks(std::min(3 * above, std::max(capacity / 2, std::min(2 * above, capacity))));
}

void set_cache_sizes(Level& level, std::size_t capacity, std::size_t above) {
  level.capacity = capacity;
  level.alone = inside(capacity, above);
  level.chase = level.alone > capacity / 8 ? level.alone : 2 * level.alone;
  const std::size_t part = whole_chunks(std::min(level.alone, capacity / 2 / level.sharers));
  if (level.is_shared() && part >= 2 * above) level.together = part;
}

void set_memory_sizes(Level& level, std::size_t last_cache, std::size_t threads,
                      std::uint64_t free_bytes) {
  const std::size_t alone = std::max(4 * last_cache, 64 * mebibyte);
  const std::size_t together = std::max(4 * last_cache / threads, 32 * mebibyte);
  level.alone = whole_chunks(std::min<std::size_t>(alone, free_bytes / 8));
  level.chase = whole_chunks(std::min<std::size_t>(2 * alone, free_bytes / 8));
  level.together = whole_chunks(std::min<std::size_t>(together, free_bytes / 4 / threads));
  if (threads < 2) return;
  const std::size_t others = threads - 1, beside = std::max(4 * last_cache / others, 64 * mebibyte);
  level.beside = whole_chunks(std::min<std::size_t>(beside, free_bytes / 8 / others));
}

}  // namespace

std::vector<Level> levels_of(const Machine& machine, const std::vector<std::uint32_t>& cores,
                             std::uint64_t free_bytes) {
  std::vector<Level> levels = Ways(machine, cores).levels();
  std::size_t above = 0;
  for (Level& level : levels) {
    if (level.is_memory) {
      set_memory_sizes(level, above, cores.size(), free_bytes);
    } else {
      const dat::CacheClass& cache = machine.cache_classes[level.class_index];
      const std::size_t capacity = cache.capacity;
      level.way = capacity / cache.associativity;
      set_cache_sizes(level, capacity, above);
      above = capacity;
    }
  }
  return levels;
}

std::vector<std::uint32_t> own_edges(const Machine& machine,
                                     const std::vector<std::uint32_t>& cores) {
  const Ways ways(machine, cores);
  std::vector<std::uint32_t> edges;
  for (const std::uint32_t core : cores) {
    const auto way = ways.way_of(core);
    const auto first = std::find_if(way.begin(), way.end(), [&](const dat::Hop& hop) {
      return ways.users_of(hop.vertex) > 1 ||
             machine.object_at(hop.vertex).first == dat::Kind::memory;
    });
    if (first == way.begin()) return {};
    edges.push_back(first->edge);
  }
  const std::set<std::uint32_t> different(edges.begin(), edges.end());
  return different.size() == edges.size() ? edges : std::vector<std::uint32_t>();
}

}  // namespace hpcast::calibrate
