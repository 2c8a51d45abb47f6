#include <algorithm>

#include "hpcast/base/mixed.h"
#include "hpcast/inputs/ndl/topology.h"

namespace hpcast::ndl {

Graph::Graph(const GraphShape& shape, Routing routing)
    : nodes_(shape.nodes), by_flow_(routing == Routing::ecmp), ways_(shape.names.size()) {
  std::vector<std::vector<std::pair<Vertex, std::uint32_t>>> out(shape.names.size());
  for (const GraphShape::Link& link : shape.links) {
    out[link.from].emplace_back(link.to, link.link_class);
    out[link.to].emplace_back(link.from, link.link_class);
  }
  first_.push_back(0);
  for (Vertex vertex = 0; vertex < out.size(); ++vertex) {
    for (const auto& [to, link_class] : out[vertex]) {
      tails_.push_back(vertex);
      heads_.push_back(to);
      classes_.push_back(link_class);
    }
    first_.push_back(static_cast<std::uint32_t>(heads_.size()));
  }
}

Vertex Graph::node_beside(Vertex vertex) const {
  if (vertex < nodes_) return vertex;
  for (std::uint32_t l = first_[vertex]; l < first_[vertex + 1]; ++l) {
    if (heads_[l] < nodes_) return heads_[l];
  }
  return (vertex - nodes_) % nodes_;
}

std::vector<std::uint32_t> Graph::distances(Vertex to) const {
  std::vector<std::uint32_t> hops(vertices(), UINT32_MAX);
  std::vector<Vertex> queue = {to};
  hops[to] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Vertex at = queue[i];
    if (at != to && !passes_on(at)) continue;
    for (std::uint32_t l = first_[at]; l < first_[at + 1]; ++l) {
      if (hops[heads_[l]] != UINT32_MAX) continue;
      hops[heads_[l]] = hops[at] + 1;
      queue.push_back(heads_[l]);
    }
  }
  return hops;
}

void Graph::find_ways(Vertex to) const {
  const std::vector<std::uint32_t> hops = distances(to);
  Ways& ways = ways_[to];
  ways.first.push_back(0);
  for (Vertex at = 0; at < vertices(); ++at) {
    for (std::uint32_t l = first_[at]; l < first_[at + 1] && at != to; ++l) {
      const Vertex next = heads_[l];
      if ((next == to || passes_on(next)) && hops[next] != UINT32_MAX && hops[next] + 1 == hops[at])
        ways.links.push_back(l);
    }
    ways.first.push_back(static_cast<std::uint32_t>(ways.links.size()));
  }
}

LinkId Graph::next(Vertex at, Vertex to, std::uint64_t flow) const {
  if (ways_[to].first.empty()) find_ways(to);
  const Ways& ways = ways_[to];
  const std::uint32_t first = ways.first[at], count = ways.first[at + 1] - first;
  return ways.links[first + (by_flow_ && count > 1 ? mixed(flow + at) % count : 0)];
}

}  // namespace hpcast::ndl
