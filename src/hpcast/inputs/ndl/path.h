// What a route through a network adds up to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "hpcast/inputs/ndl/topology.h"

namespace hpcast::ndl {

struct Path {
  std::uint32_t links = 0;
  std::uint32_t switches = 0;  // passed on the way; where nodes have them, the sender's too
  double latency = 0;          // s: NICs, links, switches
  double bandwidth = std::numeric_limits<double>::infinity();  // bytes/s, of the narrowest part
};

// From one node to another. Throws nothing.
template <class Topology>
Path path_between(const Network& network, const Topology& topology, Vertex from, Vertex to,
                  std::uint64_t flow = 0) {
  Path path;
  path.latency = 2 * network.nodes.nic_latency;
  if (topology.nodes_pass_on()) {
    path.latency += network.switch_latency;
    ++path.switches;
  }
  path.bandwidth = network.nodes.injection_bandwidth;
  for (Vertex at = from; at != to;) {
    const LinkId link = topology.next(at, to, flow);
    const LinkClass& kind = network.link_classes[topology.link_class(link)];
    path.latency += kind.latency;
    path.bandwidth = std::min(path.bandwidth, kind.bandwidth);
    ++path.links;
    at = topology.head(link);
    if (at == to) break;
    path.latency += network.switch_latency;
    ++path.switches;
  }
  return path;
}

// s that the network takes for an empty message between nodes 0 and 1, the processors' work not
// counted: 0 where there is one node.
double empty_message_time(const Network& network);

}  // namespace hpcast::ndl
