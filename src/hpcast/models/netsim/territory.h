// Which part of a divided simulation has which vertices of the network; a part has the links that
// go out of its vertices, and the ranks on its nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hpcast/inputs/ndl/topology.h"
#include "hpcast/models/netsim/transfer.h"

namespace hpcast::netsim {

// Parts of the whole have nodes that follow each other, with about as many ranks each; a switch
// belongs with the nodes beside it.
class Territory {
 public:
  Territory() = default;  // one part
  template <class Topology>
  Territory(const Topology& topology, const std::vector<std::uint32_t>& node_of_rank,
            std::uint32_t parts)
      : parts_(parts), part_of_(topology.vertices()) {
    const std::vector<std::uint16_t> of_node = divide_nodes(topology.nodes(), node_of_rank, parts);
    for (ndl::Vertex vertex = 0; vertex < topology.vertices(); ++vertex)
      part_of_[vertex] = of_node[topology.node_beside(vertex)];
  }
  std::uint32_t parts() const { return parts_; }
  std::uint32_t part_of(ndl::Vertex vertex) const { return parts_ == 1 ? 0 : part_of_[vertex]; }

 private:
  static std::vector<std::uint16_t> divide_nodes(std::uint32_t nodes,
                                                 const std::vector<std::uint32_t>& node_of_rank,
                                                 std::uint32_t parts);

  std::uint32_t parts_ = 1;
  std::vector<std::uint16_t> part_of_;
};

// One part's place in the whole, and its letters to the others.
struct Post {
  const Territory* territory = nullptr;
  std::uint32_t mine = 0;
  std::vector<Mail> out;  // by part

  bool is_mine(ndl::Vertex vertex) const { return territory->part_of(vertex) == mine; }
};

}  // namespace hpcast::netsim
