// What can be told of a network without simulating anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/ndl/network.h"

namespace hpcast::ndl {

struct Facts {
  std::uint64_t nodes = 0, switches = 0;
  std::vector<std::uint64_t> links;  // by class; a cable is two, one each way
  std::uint32_t diameter = 0;        // links between the two nodes furthest apart
  // bytes/s from one half of the nodes to the other, the halves chosen so that it is least. Missing
  // for a custom network of more than 12 nodes, where finding them takes too long.
  std::optional<double> bisection_bandwidth;
  // Of an empty message, processors' work included: between neighbours and between nodes that are
  // furthest apart.
  double neighbour_s = 0, furthest_s = 0;
};
Facts facts_of(const Network& network);

}  // namespace hpcast::ndl
