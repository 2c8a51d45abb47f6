// What a drawing of a machine shows: a forest from memories down to cores, identical subtrees
// folded into one, and the edges that are not in the forest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

inline constexpr std::size_t most_unfolded = 40;  // objects

struct ViewNode {
  std::vector<std::uint32_t> vertices;  // that this node stands for, ascending
  std::uint32_t times = 1;              // how many of them lie below one parent
  std::uint32_t level = 0;              // distance from the nearest core; `unreached` possible
  std::vector<std::uint32_t> children;  // nodes
  std::optional<std::uint32_t> among_itself;  // the first edge between vertices it stands for
};

struct ViewLink {
  std::uint32_t from, to;  // nodes
  std::uint32_t edge;      // the first of those it stands for
};

struct View {
  std::vector<ViewNode> nodes;
  std::vector<std::uint32_t> roots;
  std::vector<ViewLink> tree, links;  // edges in the forest and beside it
};

View make_view(const Machine& machine, bool fold);
// Folded when there are more than `most_unfolded` objects beside the edges.
View make_view(const Machine& machine);

// "L3_0" or "L3_0 ... L3_15"
std::string names_of(const Machine& machine, const ViewNode& node);
// "16 MiB, 16 ways, 64 B lines" or "32 GFLOP/s": what the class says beside bandwidths; may be
// empty.
std::string shape_of(const Machine& machine, std::uint32_t vertex);
// "256 GB/s", "46.9 GB/s read, 23.5 GB/s write"; empty for cores.
std::string bandwidth_of(const Machine& machine, std::uint32_t vertex);
std::string bandwidth_of(const Throughput& throughput);
// The bandwidth of an edge; empty when it does not limit.
std::string limit_of(const Machine& machine, std::uint32_t edge);
// "NUMA 0" or "NUMA 0-7"
std::string numa_of(const Machine& machine, const ViewNode& node);
// The DAT's own name, or "machine"; and "128 cores, 288 caches, ...".
std::string title_of(const Machine& machine);
std::string counts_of(const Machine& machine);

}  // namespace hpcast::dat
