#include "hpcast/faces/report/memory/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace hpcast::report {

using answers::Kind;
using answers::MemoryAnswer;
using answers::ObjectResult;

namespace {

void finish(Group& group, const std::vector<ObjectResult>& objects) {
  std::stable_sort(
      group.members.begin(), group.members.end(), [&](std::uint32_t a, std::uint32_t b) {
        const ObjectResult &x = objects[a], &y = objects[b];
        return std::pair(x.time_s, total_bytes(x)) > std::pair(y.time_s, total_bytes(y));
      });
  for (const std::uint32_t member : group.members) {
    group.mean_s += objects[member].time_s;
    group.bytes += total_bytes(objects[member]);
  }
  group.mean_s /= static_cast<double>(group.members.size());
  group.longest_s = objects[group.members.front()].time_s;
}

// The order of rows within a level: what passes requests on before what ends them, edges last.
int rank(Kind kind) {
  switch (kind) {
    case Kind::core:
      return 0;
    case Kind::cache:
      return 1;
    case Kind::router:
      return 2;
    case Kind::memory:
      return 3;
    case Kind::edge:
      break;
  }
  return 4;
}

// A class may stand at several levels, as plain wires do.
void tell_apart(std::vector<Group>& groups) {
  std::map<std::string, int> uses;
  for (const Group& group : groups) ++uses[group.label];
  for (Group& group : groups) {
    if (uses[group.label] > 1) group.label += fmt::format(", level {}", group.level);
  }
}

}  // namespace

std::vector<Group> group_objects(const MemoryAnswer& result) {
  std::map<std::tuple<int, int, std::string>, Group> groups;
  for (std::uint32_t i = 0; i < result.objects.size(); ++i) {
    const ObjectResult& object = result.objects[i];
    Group& group = groups[{object.level, rank(object.kind), object.class_name}];
    group.kind = object.kind;
    group.level = object.level;
    group.class_name = object.class_name;
    group.label = object.class_name.empty() ? name_of(object.kind) : object.class_name;
    group.members.push_back(i);
  }
  std::vector<Group> list;
  for (auto& [key, group] : groups) {
    finish(group, result.objects);
    list.push_back(std::move(group));
  }
  tell_apart(list);
  return list;
}

bool is_idle_edge(const Group& group) { return group.kind == Kind::edge && group.longest_s <= 0; }

std::uint64_t total_bytes(const ObjectResult& object) {
  return object.bytes_read + object.bytes_write;
}

double hit_rate(const ObjectResult& object) {
  if (!object.cache) return -1;
  const auto hits = static_cast<double>(object.cache->read_hits + object.cache->write_hits);
  const auto misses = static_cast<double>(object.cache->read_misses + object.cache->write_misses);
  return hits + misses > 0 ? hits / (hits + misses) : -1;
}

}  // namespace hpcast::report
