// The undirected graph of a machine and the routes through it (docs/dat.md, "Routes").
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

inline constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

struct Neighbour {
  std::uint32_t vertex;
  std::uint32_t edge;
};

// Neighbours of every vertex, in the order of vertex numbers, then of edges.
class Graph {
 public:
  explicit Graph(const Machine& machine);
  std::uint32_t size() const { return static_cast<std::uint32_t>(first_.size()) - 1; }
  std::span<const Neighbour> neighbours(std::uint32_t vertex) const {
    return {neighbours_.data() + first_[vertex], first_[vertex + 1] - first_[vertex]};
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<Neighbour> neighbours_;
};

// Distance in hops from the nearest core, by vertex: cores 0, usually L1 1, and so on. Paths end at
// cores and memories. What no core reaches is `unreached`.
std::vector<std::uint32_t> levels(const Machine& machine);

// Whether any way leads from each core to a memory.
std::vector<bool> reach_memory(const Machine& machine);

// One step of a route from a core towards a memory.
struct Hop {
  std::uint32_t edge;    // the edge taken
  std::uint32_t vertex;  // the vertex it leads to
  bool forward;          // from the edge's source to its target
};

// The route of least hops from every core to every memory, passing through caches and routers
// only. Among equals the one whose sequence of vertex numbers, from the core on, is the smallest in
// lexicographic order; of parallel edges the first.
class Routes {
 public:
  explicit Routes(const Machine& machine);

  // Hops behind the core itself, the last one at the memory. Empty when there is no way.
  std::span<const Hop> route(std::uint32_t core, std::uint32_t memory) const {
    const std::size_t i = std::size_t{core} * memories_ + memory;
    return {hops_.data() + first_[i], first_[i + 1] - first_[i]};
  }
  // The memory of the least hops, among equals of the lowest index; `unreached` when none.
  std::uint32_t nearest_memory(std::uint32_t core) const { return nearest_[core]; }

 private:
  class Maker;

  std::size_t memories_;
  std::vector<std::size_t> first_;  // into hops_, by core and memory
  std::vector<Hop> hops_;
  std::vector<std::uint32_t> nearest_;
};

// The NUMA nodes that have memory, ascending.
std::vector<int> memory_nodes(const Machine& machine);

}  // namespace hpcast::dat
