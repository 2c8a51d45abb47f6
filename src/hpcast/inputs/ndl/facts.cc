#include "hpcast/inputs/ndl/facts.h"

#include <algorithm>
#include <bit>

#include "hpcast/inputs/ndl/path.h"

namespace hpcast::ndl {

namespace {

struct Furthest {
  std::uint32_t links = 0;
  Vertex from = 0, to = 0;
};

// Regular networks look alike from everywhere but for their borders; node 0 is at one.
template <class Topology>
Furthest furthest_from_first(const Network& network, const Topology& topology) {
  Furthest furthest;
  for (Vertex to = 1; to < topology.nodes(); ++to) {
    const std::uint32_t links = path_between(network, topology, 0, to).links;
    if (links > furthest.links) furthest = {links, 0, to};
  }
  return furthest;
}

template <class Topology>
Furthest furthest_of(const Network& network, const Topology& topology) {
  return furthest_from_first(network, topology);
}

Furthest furthest_of(const Network&, const Graph& graph) {
  Furthest furthest;
  for (Vertex to = 0; to < graph.nodes(); ++to) {
    const std::vector<std::uint32_t> hops = graph.distances(to);
    for (Vertex from = 0; from < graph.nodes(); ++from) {
      if (hops[from] != UINT32_MAX && hops[from] > furthest.links)
        furthest = {hops[from], from, to};
    }
  }
  return furthest;
}

// Half the extent on each side; where the extent is odd, the cut that is nearest to the middle.
double bisection(const Network& network, const Grid& grid) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t d = 0; d < grid.extents().size(); ++d) {
    if (grid.extents()[d] < 2) continue;
    const double lines = static_cast<double>(grid.nodes()) / grid.extents()[d];
    least = std::min(least, lines * (grid.wraps(d) ? 2 : 1) * network.link_classes[d].bandwidth);
  }
  return grid.nodes() < 2 ? 0 : least;
}

// The narrowest level, half of whose links go up from one half of the nodes.
double bisection(const Network& network, const FatTree& tree) {
  double least = std::numeric_limits<double>::infinity();
  const FatTreeShape& shape = std::get<FatTreeShape>(network.shape);
  double up = 1, below = 1;
  for (std::size_t l = 0; l < shape.down.size(); ++l) {
    up *= shape.up[l];
    const double links = tree.nodes() / below * up;
    below *= shape.down[l];
    if (l > 0 && below < 2) continue;
    least = std::min(least, links / 2 * network.link_classes[l].bandwidth);
  }
  return least;
}

// Halves of groups, or of a single group's routers.
double bisection(const Network& network, const Dragonfly& dragonfly) {
  const DragonflyShape& shape = std::get<DragonflyShape>(network.shape);
  const std::uint32_t all = shape.groups < 2 ? shape.routers : shape.groups, half = all / 2;
  const double pairs = static_cast<double>(half) * (all - half);
  if (shape.groups < 2) return pairs * network.link_classes[1].bandwidth;
  const std::uint32_t copies = shape.routers * shape.global_links / (shape.groups - 1);
  return std::min(pairs * copies * network.link_classes[2].bandwidth,
                  dragonfly.nodes() / 2.0 * network.link_classes[0].bandwidth);
}

// The least cut between two sets of vertices (Edmonds and Karp), by bandwidth.
class LeastCut {
 public:
  LeastCut(const Network& network, const Graph& graph) : graph_(graph) {
    for (LinkId link = 0; link < graph.links(); ++link)
      capacity_.push_back(network.link_classes[graph.link_class(link)].bandwidth);
  }
  double between(std::uint32_t sources) const {
    std::vector<double> left = capacity_;
    double flow = 0;
    for (;;) {
      const std::vector<LinkId> way = find_way(left, sources);
      if (way.empty()) return flow;
      double narrowest = std::numeric_limits<double>::infinity();
      for (const LinkId link : way) narrowest = std::min(narrowest, left[link]);
      for (const LinkId link : way) {
        left[link] -= narrowest;
        left[back(link)] += narrowest;
      }
      flow += narrowest;
    }
  }

 private:
  // The other direction of the same cable: the n-th link from a to b pairs with the n-th back.
  LinkId back(LinkId link) const {
    std::uint32_t copy = 0;
    for (LinkId other = 0; other < link; ++other)
      copy += graph_.tail(other) == graph_.tail(link) && graph_.head(other) == graph_.head(link);
    for (LinkId other = 0;; ++other) {
      const bool same =
          graph_.tail(other) == graph_.head(link) && graph_.head(other) == graph_.tail(link);
      if (same && copy-- == 0) return other;
    }
  }

  std::vector<LinkId> find_way(const std::vector<double>& left, std::uint32_t sources) const {
    std::vector<LinkId> by(graph_.vertices(), UINT32_MAX);
    std::vector<bool> seen(graph_.vertices());
    std::vector<Vertex> queue;
    for (Vertex node = 0; node < graph_.nodes(); ++node) {
      if ((sources >> node & 1) == 0) continue;
      seen[node] = true;
      queue.push_back(node);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (LinkId link = 0; link < graph_.links(); ++link) {
        const Vertex to = graph_.head(link);
        if (graph_.tail(link) != queue[i] || seen[to] || left[link] <= 0) continue;
        seen[to] = true;
        by[to] = link;
        queue.push_back(to);
        if (to < graph_.nodes() && (sources >> to & 1) == 0) return way_to(to, by);
      }
    }
    return {};
  }
  std::vector<LinkId> way_to(Vertex to, const std::vector<LinkId>& by) const {
    std::vector<LinkId> way;
    for (; by[to] != UINT32_MAX; to = graph_.tail(by[to])) way.push_back(by[to]);
    return way;
  }

  const Graph& graph_;
  std::vector<double> capacity_;
};

std::optional<double> bisection(const Network& network, const Graph& graph) {
  constexpr std::uint32_t most = 12;
  const std::uint32_t nodes = graph.nodes();
  if (nodes > most || graph.links() > 256) return {};
  if (nodes < 2) return 0;
  const LeastCut cut(network, graph);
  double least = std::numeric_limits<double>::infinity();
  // Half of the nodes, rounded down; of two halves alike, that without the last node.
  for (std::uint32_t half = 1; half < 1U << nodes; ++half) {
    if (std::popcount(half) != static_cast<int>(nodes / 2)) continue;
    if (nodes % 2 == 0 && (half >> (nodes - 1) & 1) != 0) continue;
    least = std::min(least, cut.between(half));
  }
  return least;
}

template <class Topology>
double message_time(const Network& network, const Topology& topology, Vertex from, Vertex to) {
  const Path path = path_between(network, topology, from, to);
  return network.mpi.send_overhead + network.mpi.receive_overhead + path.latency +
         static_cast<double>(network.packet_header) / path.bandwidth;
}

}  // namespace

Facts facts_of(const Network& network) {
  return with_topology(network, [&](const auto& topology) {
    Facts facts;
    facts.nodes = topology.nodes();
    facts.switches = topology.vertices() - topology.nodes();
    facts.links.resize(network.link_classes.size());
    for (LinkId link = 0; link < topology.links(); ++link) {
      if (topology.exists(link)) ++facts.links[topology.link_class(link)];
    }
    const Furthest furthest = furthest_of(network, topology);
    facts.diameter = furthest.links;
    facts.bisection_bandwidth = bisection(network, topology);
    if (facts.nodes < 2) return facts;
    facts.neighbour_s = message_time(network, topology, 0, 1);
    facts.furthest_s = message_time(network, topology, furthest.from, furthest.to);
    return facts;
  });
}

}  // namespace hpcast::ndl
