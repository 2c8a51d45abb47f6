#include "hpcast/forecast/memory/loaded_objects.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "hpcast/models/coretime/loaded_latency.h"
#include "hpcast/models/memsim/read_latency.h"

namespace hpcast::forecast {

namespace {

memsim::WatchedObjects watch(const dat::Machine& machine, const dat::Routes& routes,
                             const memsim::Topology& topology,
                             const std::vector<dat::CurvedObject>& objects) {
  std::vector<std::pair<dat::Kind, std::uint32_t>> places;
  for (const dat::CurvedObject& object : objects) places.emplace_back(object.kind, object.index);
  return memsim::watch(machine, routes, topology, places);
}

const std::string& class_name(const dat::Machine& machine, const dat::CurvedObject& object) {
  if (object.kind == dat::Kind::edge)
    return machine.edge_classes[machine.edges[object.index].class_index].name;
  return machine.class_name(machine.vertex(object.kind, object.index));
}

}  // namespace

LoadedObjects::LoadedObjects(const dat::Machine& machine, const dat::Routes& routes,
                             const memsim::Topology& topology)
    : objects_(dat::objects_with_curves(machine)),
      watched_(watch(machine, routes, topology, objects_)) {
  for (const dat::CurvedObject& object : objects_) latencies_.push_back(object.curves.idle());
  if (!any()) return;
  constexpr double longer_than_any = 1e30;
  rests_.assign(objects_.size(), longer_than_any);
  const memsim::ReadLatencies idle = memsim::read_latencies(machine, routes, topology);
  for (std::size_t path = 0; path < watched_.on_path.size(); ++path)
    for (const memsim::Passage& passage : watched_.on_path[path])
      rests_[passage.object] = std::min(rests_[passage.object], idle.shared[path][passage.level]);
  for (std::size_t i = 0; i < objects_.size(); ++i)
    rests_[i] = std::max(0.0, rests_[i] - latencies_[i]);
}

double LoadedObjects::rise(std::uint32_t path, std::uint32_t level) const {
  double rise = 0;
  for (const memsim::Passage& passage : watched_.on_path[path])
    if (passage.level <= level)
      rise += latencies_[passage.object] - objects_[passage.object].curves.idle();
  return rise;
}

// What each thread has under way by the latency that it met, which may not be that of today.
double LoadedObjects::next_latency(std::uint32_t object, std::span<const MetUse> uses) const {
  double under_way = 0, read = 0, all = 0;
  for (const MetUse& thread : uses) {
    const memsim::ObjectUse& use = thread.use.objects[object];
    under_way += (use.read + use.written) * (rests_[object] + thread.met[object]);
    read += use.read;
    all += use.read + use.written;
  }
  const dat::LatencyCurves& curves = objects_[object].curves;
  return all > 0 ? coretime::loaded_latency(curves, under_way, read / all, rests_[object])
                 : curves.idle();
}

void LoadedObjects::end_interval(std::span<const MetUse> uses) {
  for (std::uint32_t object = 0; object < objects_.size(); ++object)
    latencies_[object] = next_latency(object, uses);
}

std::vector<std::string> LoadedObjects::unused_classes(const dat::Machine& machine) const {
  std::vector<bool> is_passed(objects_.size());
  for (const auto& passages : watched_.on_path)
    for (const memsim::Passage& passage : passages) is_passed[passage.object] = true;
  std::set<std::string> used, all;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const std::string name = class_name(machine, objects_[i]);
    all.insert(name);
    if (is_passed[i]) used.insert(name);
  }
  std::vector<std::string> unused;
  std::ranges::set_difference(all, used, std::back_inserter(unused));
  return unused;
}

}  // namespace hpcast::forecast
