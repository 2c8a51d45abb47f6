// What vertices are called.
#pragma once

#include <string>

#include "hpcast/inputs/ndl/topology.h"

namespace hpcast::ndl {

// "node 12 (0,1,2)", "switch 3 of level 2", "router 1 of group 4", or what a custom graph calls it.
std::string vertex_name(const Network& network, const Grid& grid, Vertex vertex);
std::string vertex_name(const Network& network, const FatTree& tree, Vertex vertex);
std::string vertex_name(const Network& network, const Dragonfly& dragonfly, Vertex vertex);
std::string vertex_name(const Network& network, const Graph& graph, Vertex vertex);

// "dimension 2", "level 1", "within groups", …: what the links of a class have in common.
std::string link_class_name(const Network& network, std::size_t link_class);

}  // namespace hpcast::ndl
