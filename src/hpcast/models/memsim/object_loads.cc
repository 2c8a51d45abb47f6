#include "hpcast/models/memsim/object_loads.h"

#include <algorithm>
#include <map>
#include <set>

namespace hpcast::memsim {

namespace {

using Watched = std::map<std::pair<dat::Kind, std::uint32_t>, std::uint32_t>;

// Shared caches of a way, and how many of them lie before a memory-side one.
struct Levels {
  std::size_t own, all, core_side;  // private ones; shared ones
  // Where a memory-side cache has them, what goes on from there arrives as other traffic does.
  bool sees_bypass(std::uint32_t level) const { return level < core_side || core_side == all; }
};

// Of one way: as traffic passes it (occupancy.cc).
std::vector<Passage> passages(const dat::Machine& machine, std::span<const dat::Hop> route,
                              const Levels& levels, const Watched& watched) {
  std::vector<Passage> found;
  std::size_t caches = 0;  // passed so far
  const auto pass = [&](std::pair<dat::Kind, std::uint32_t> object) {
    const auto known = watched.find(object);
    if (caches < levels.own || known == watched.end()) return;
    const auto level = static_cast<std::uint32_t>(caches - levels.own);
    const bool is_cache = object.first == dat::Kind::cache;
    found.push_back({known->second, level, !is_cache && levels.sees_bypass(level)});
  };
  for (const dat::Hop& hop : route) {
    const auto place = machine.object_at(hop.vertex);
    pass({dat::Kind::edge, hop.edge});
    pass(place);
    if (place.first == dat::Kind::cache) ++caches;
  }
  return found;
}

// Edges and routers that one core alone uses: its lines queue for their bandwidth in its own time.
void leave_out_wires_of_one_core(WatchedObjects& watched, const Topology& topology,
                                 std::span<const std::pair<dat::Kind, std::uint32_t>> objects) {
  std::vector<std::set<std::uint32_t>> cores(objects.size());
  for (std::size_t path = 0; path < watched.on_path.size(); ++path)
    for (const Passage& passage : watched.on_path[path])
      cores[passage.object].insert(static_cast<std::uint32_t>(path) / topology.memories);
  const auto is_one_cores = [&](const Passage& passage) {
    const dat::Kind kind = objects[passage.object].first;
    return (kind == dat::Kind::edge || kind == dat::Kind::router) &&
           cores[passage.object].size() < 2;
  };
  for (std::vector<Passage>& passages : watched.on_path) std::erase_if(passages, is_one_cores);
}

}  // namespace

WatchedObjects watch(const dat::Machine& machine, const dat::Routes& routes,
                     const Topology& topology,
                     std::span<const std::pair<dat::Kind, std::uint32_t>> objects) {
  Watched numbers;
  for (const auto& object : objects)
    numbers.emplace(object, static_cast<std::uint32_t>(numbers.size()));
  WatchedObjects watched{static_cast<std::uint32_t>(objects.size()), {}};
  for (std::uint32_t core = 0; core < topology.cores; ++core)
    for (std::uint32_t m = 0; m < topology.memories; ++m) {
      const std::uint32_t path = topology.path(core, m);
      const Levels levels{topology.private_caches[core].size(), topology.shared_caches[path].size(),
                          topology.core_side_levels[path]};
      watched.on_path.push_back(passages(machine, routes.route(core, m), levels, numbers));
    }
  leave_out_wires_of_one_core(watched, topology, objects);
  return watched;
}

ObjectLoads::Bytes ObjectLoads::at(const Passage& passage, const PathFlow& flow) {
  const Flow& arrives = flow.level[passage.level];
  return {arrives.bytes_read,
          arrives.bytes_written + (passage.sees_bypass ? flow.bypass.bytes_written : 0)};
}

ObjectLoads::Known& ObjectLoads::known(std::uint32_t part) {
  if (known_.size() <= part) known_.resize(part + 1);
  Known& of = known_[part];
  for (std::size_t path = of.size(); path < watched_.on_path.size(); ++path)
    of.emplace_back(watched_.on_path[path].size());
  return of;
}

void ObjectLoads::add(std::uint32_t thread, std::uint32_t core, std::uint32_t part,
                      const PhaseCounts& counts) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  threads_[thread].core = core;
  std::vector<Bytes>& moved = threads_[thread].moved;
  moved.resize(watched_.objects);
  Known& known = this->known(part);
  for (std::uint32_t m = 0; m < topology_.memories; ++m) {
    const std::uint32_t path = topology_.path(core, m);
    for (std::size_t i = 0; i < known[path].size(); ++i) {
      const Passage& passage = watched_.on_path[path][i];
      const Bytes now = at(passage, counts.path[path]);
      const Bytes before = std::exchange(known[path][i], now);
      moved[passage.object].read += now.read - before.read;
      moved[passage.object].written += now.written - before.written;
    }
  }
}

void ObjectLoads::follow(const std::vector<std::uint32_t>& joined) {
  std::vector<Known> before;
  before.swap(known_);
  for (std::size_t part = 0; part < before.size(); ++part) {
    Known& sum = known(joined[part]);
    for (std::size_t path = 0; path < before[part].size(); ++path)
      for (std::size_t i = 0; i < sum[path].size(); ++i) {
        sum[path][i].read += before[part][path][i].read;
        sum[path][i].written += before[part][path][i].written;
      }
  }
}

bool ObjectLoads::moved_something(const Thread& thread) {
  return std::any_of(thread.moved.begin(), thread.moved.end(),
                     [](const Bytes& bytes) { return bytes.read + bytes.written > 0; });
}

std::vector<ObjectUse> ObjectLoads::take_use(Thread& thread, double seconds) {
  std::vector<ObjectUse> use;
  for (Bytes& bytes : thread.moved) {
    use.push_back(
        {static_cast<double>(bytes.read) / seconds, static_cast<double>(bytes.written) / seconds});
    bytes = {};
  }
  return use;
}

std::vector<ThreadUse> ObjectLoads::end_interval(const std::vector<double>& worked) {
  worked_.resize(worked.size());
  std::vector<ThreadUse> uses;
  for (std::uint32_t id = 0; id < threads_.size(); ++id) {
    Thread& thread = threads_[id];
    if (!moved_something(thread)) continue;
    const double seconds = worked[thread.core] - worked_[thread.core];
    if (seconds > 0) uses.push_back({id, take_use(thread, seconds)});
  }
  worked_ = worked;
  return uses;
}

}  // namespace hpcast::memsim
