// The NUMA nodes of a topology: which memory is a core's own, which nodes are neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hpcast/inputs/host/topology.h"

namespace hpcast::host {

struct Node {
  hwloc_obj_t object;
  unsigned number;      // the kernel's
  std::uint64_t bytes;  // 0: cores alone
  bool has_cores = false;
};

class Nodes {
 public:
  // `cores`: objects of hwloc that are cores.
  Nodes(hwloc_topology_t topology, const std::vector<hwloc_obj_t>& cores);

  const std::vector<Node>& all() const { return nodes_; }
  // The node that the kernel counts the core to.
  std::size_t of(hwloc_obj_t core) const;
  // The node with memory at the least distance, itself where it has some.
  std::size_t memory_near(std::size_t node) const;
  // Whether cores of node `a` go to the memory of `b`, which has no cores, the short way.
  bool reaches_directly(std::size_t a, std::size_t b) const;
  // Whether the node is home to cores, be it that their own has no memory.
  bool is_home(std::size_t node) const;

 private:
  void find_distances(hwloc_topology_t topology);
  double distance(std::size_t a, std::size_t b) const;

  std::vector<Node> nodes_;
  std::vector<std::vector<double>> distances_;  // empty where they are not told
};

}  // namespace hpcast::host
