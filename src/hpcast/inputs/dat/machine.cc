#include "hpcast/inputs/dat/machine.h"

#include <cassert>

namespace hpcast::dat {

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::core:
      return "core";
    case Kind::cache:
      return "cache";
    case Kind::memory:
      return "memory";
    case Kind::router:
      return "router";
    case Kind::edge:
      return "edge";
  }
  return "";
}

std::uint32_t Machine::vertex(Kind kind, std::uint32_t index) const {
  assert(kind != Kind::edge);
  std::size_t first = 0;
  if (kind > Kind::core) first += cores.size();
  if (kind > Kind::cache) first += caches.size();
  if (kind > Kind::memory) first += memories.size();
  return static_cast<std::uint32_t>(first) + index;
}

std::pair<Kind, std::uint32_t> Machine::object_at(std::uint32_t vertex) const {
  assert(vertex < vertex_count());
  Kind kind = Kind::core;
  for (const std::size_t objects : {cores.size(), caches.size(), memories.size()}) {
    if (vertex < objects) return {kind, vertex};
    vertex -= static_cast<std::uint32_t>(objects);
    kind = static_cast<Kind>(static_cast<int>(kind) + 1);
  }
  return {Kind::router, vertex};
}

const Object& Machine::vertex_object(std::uint32_t vertex) const {
  const auto [kind, index] = object_at(vertex);
  switch (kind) {
    case Kind::core:
      return cores[index];
    case Kind::cache:
      return caches[index];
    case Kind::memory:
      return memories[index];
    default:
      return routers[index];
  }
}

const std::string& Machine::class_name(std::uint32_t vertex) const {
  const auto [kind, index] = object_at(vertex);
  switch (kind) {
    case Kind::core:
      return core_classes[cores[index].class_index].name;
    case Kind::cache:
      return class_of_cache(index).name;
    case Kind::memory:
      return class_of_memory(index).name;
    default:
      return router_classes[routers[index].class_index].name;
  }
}

}  // namespace hpcast::dat
