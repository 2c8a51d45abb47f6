// Shapes as vertices and directed links, and the way from one vertex to the next on a route. Nodes
// are the vertices 0 … nodes()-1. All of them have the same members, so that a simulator can be
// compiled for each:
//
//   nodes(), vertices(), links()    how many; ids of links are below links(), some unused
//   exists(link)                    is it used
//   tail(link), head(link)          from and to
//   node_beside(vertex)             a node near it: itself, or one of a switch's
//   nodes_pass_on()                 packets of others go through nodes: each has a switch in it
//   link_class(link)                index of Network::link_classes
//   next(at, to, flow)              the link to take at vertex `at` != `to`; `flow` tells one way
//                                   from the others where the routing leaves a choice
//   has_detours                     for Routing::valiant, is there
//   detour(random)                  a vertex to go by way of; else `flow` differs by message
//   channels(detours)               virtual channels that packets need not to wait in a circle
//   channel(before, in, out, leg)   the one to take on link `out`, coming by channel `before` of
//   link
//                                   `in` (no_link: from the node itself); the leg of a way with a
//                                   detour: the second (true) or the first
//
// The regular ones need O(1) memory a vertex.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hpcast/base/mixed.h"
#include "hpcast/inputs/ndl/divide.h"
#include "hpcast/inputs/ndl/network.h"

namespace hpcast::ndl {

using Vertex = std::uint32_t;
using LinkId = std::uint32_t;
inline constexpr LinkId no_link = UINT32_MAX;

class Grid {
 public:
  static constexpr bool has_detours = true;
  Grid(const GridShape& shape, Routing routing);
  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t vertices() const { return nodes_; }
  bool nodes_pass_on() const { return true; }
  std::uint32_t links() const { return nodes_ * ports_.divisor(); }
  bool exists(LinkId link) const;
  Vertex tail(LinkId link) const { return ports_.quotient(link); }
  Vertex head(LinkId link) const;
  std::uint32_t link_class(LinkId link) const { return ports_.remainder(link) / 2; }
  Vertex node_beside(Vertex vertex) const { return vertex; }
  // Dimension order, the shorter way round; where both are as long, by `flow`.
  LinkId next(Vertex at, Vertex to, std::uint64_t flow) const {
    const std::uint16_t* from = &coordinates_[at * dimensions_];
    const std::uint16_t* target = &coordinates_[to * dimensions_];
    std::uint32_t d = 0;
    while (from[d] == target[d]) ++d;
    return at * ports_.divisor() + 2 * d + (goes_down(d, from[d], target[d], flow) ? 1 : 0);
  }
  Vertex detour(std::uint64_t random) const { return static_cast<Vertex>(random % nodes_); }
  // Rings: one channel before, one after the link that closes the ring (Dally and Seitz, 1987).
  std::uint32_t channels(bool detours) const { return detours ? 4 : 2; }
  std::uint32_t channel(std::uint32_t before, LinkId in, LinkId out, bool second_leg) const {
    const std::uint32_t leg = second_leg ? 2 : 0;
    const bool stays = in != no_link && (before & 2) == leg && link_class(in) == link_class(out);
    return leg | (stays ? before & 1 : 0) | (closes_ring(out) ? 1 : 0);
  }
  const std::vector<std::uint32_t>& extents() const { return extents_; }
  bool wraps(std::size_t dimension) const { return wraps_[dimension] != 0; }
  std::uint32_t coordinate(Vertex vertex, std::size_t dimension) const {
    return coordinates_[vertex * dimensions_ + dimension];
  }

 private:
  bool closes_ring(LinkId link) const {
    const std::uint32_t d = link_class(link);
    const std::uint32_t at = coordinate(tail(link), d);
    return wraps_[d] != 0 && at == (ports_.remainder(link) % 2 == 0 ? extents_[d] - 1 : 0);
  }
  bool goes_down(std::uint32_t d, std::uint32_t from, std::uint32_t to, std::uint64_t flow) const {
    if (!wraps_[d]) return to < from;
    const std::uint32_t extent = extents_[d];
    const std::uint32_t up = to > from ? to - from : to + extent - from;
    return 2 * up == extent ? ((flow >> d) & 1) != 0 : 2 * up > extent;
  }

  std::uint32_t nodes_ = 1, dimensions_ = 0;
  Divider ports_;  // two for each dimension: up and down
  std::vector<std::uint32_t> extents_, strides_;
  std::vector<std::uint8_t> wraps_;         // only where the extent is above 2
  std::vector<std::uint16_t> coordinates_;  // by vertex and dimension
};

class FatTree {
 public:
  static constexpr bool has_detours = false;  // up and down by different parents is all
  FatTree(const FatTreeShape& shape, Routing routing);
  std::uint32_t nodes() const { return levels_[0].vertices; }
  std::uint32_t vertices() const { return vertices_; }
  bool nodes_pass_on() const { return false; }
  std::uint32_t links() const { return links_; }
  bool exists(LinkId) const { return true; }
  Vertex tail(LinkId link) const;
  Vertex head(LinkId link) const;
  std::uint32_t link_class(LinkId link) const;
  LinkId next(Vertex at, Vertex to, std::uint64_t flow) const {
    std::size_t l = 0;
    while (at >= levels_[l].first + levels_[l].vertices) ++l;
    const Level& level = levels_[l];
    const std::uint32_t index = at - level.first;
    const std::uint32_t branch = level.width.quotient(index);  // the subtree this vertex is in
    const std::uint32_t target = level.span.quotient(to);      // that of the node to go to
    const LinkId first = level.first_link + index * level.ports;
    if (branch == target) return first + levels_[l - 1].span.quotient(to) - target * level.down;
    return first + level.down + (l == 0 ? port(at, to, flow) : parent(l, to, flow));
  }
  Vertex node_beside(Vertex vertex) const;
  // Up, then down: no circles.
  std::uint32_t channels(bool) const { return 1; }
  std::uint32_t channel(std::uint32_t, LinkId, LinkId, bool) const { return 0; }
  std::size_t levels() const { return levels_.size(); }
  std::size_t level_of(Vertex vertex) const;
  std::uint32_t vertices_of_level(std::size_t level) const { return levels_[level].vertices; }

 private:
  struct Level {
    Vertex first = 0;
    std::uint32_t vertices = 0;
    LinkId first_link = 0;
    std::uint32_t down = 0, up = 0, ports = 0;
    Divider span;   // nodes below a vertex of this level
    Divider width;  // vertices of this level above the same nodes
    Divider ups;
    Divider of_port;  // vertices of this level above the same port of the same nodes
  };
  // Who goes up by one port of a node comes down by that of the receiver's: were it told by the
  // receiver alone, every node would receive through one. So it is told by both, and neighbours on
  // either side have different ones.
  std::uint32_t port(Vertex at, Vertex to, std::uint64_t flow) const {
    if (by_flow_ || levels_[0].up == 1) return parent(0, to, flow);
    return levels_[0].ups.remainder(static_cast<std::uint32_t>(flow) + (to < at ? 1 : 0));
  }
  std::uint32_t parent(std::size_t l, Vertex to, std::uint64_t flow) const {
    const Level& level = levels_[l];
    if (level.up == 1) return 0;
    if (by_flow_) return level.ups.remainder(static_cast<std::uint32_t>(mixed(flow + l)));
    return level.ups.remainder(level.of_port.quotient(to));
  }
  std::size_t level_of_link(LinkId link) const;

  std::vector<Level> levels_;
  std::uint32_t vertices_ = 0, links_ = 0;
  bool by_flow_ = false;
};

class Dragonfly {
 public:
  static constexpr bool has_detours = true;
  Dragonfly(const DragonflyShape& shape, Routing routing);
  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t vertices() const { return nodes_ + routers_; }
  bool nodes_pass_on() const { return false; }
  std::uint32_t links() const { return nodes_ + routers_ * ports_.divisor(); }
  bool exists(LinkId link) const;
  Vertex tail(LinkId link) const;
  Vertex head(LinkId link) const;
  std::uint32_t link_class(LinkId link) const;
  LinkId next(Vertex at, Vertex to, std::uint64_t flow) const;
  Vertex node_beside(Vertex vertex) const {
    return vertex < nodes_ ? vertex : (vertex - nodes_) * per_router_.divisor();
  }
  // One for each link of the longest way, so that every packet waits for a higher one only.
  std::uint32_t channels(bool detours) const { return detours ? 10 : 5; }
  std::uint32_t channel(std::uint32_t before, LinkId in, LinkId, bool) const {
    return in == no_link ? 0 : before + 1;
  }
  // A router of some group; the way by it leads through that group.
  Vertex detour(std::uint64_t random) const {
    return nodes_ + static_cast<Vertex>(random % routers_);
  }

 private:
  // Ports of a router: its nodes, the other routers of its group, its global links.
  LinkId port(std::uint32_t router, std::uint32_t number) const {
    return nodes_ + router * ports_.divisor() + number;
  }
  LinkId to_router(std::uint32_t router, std::uint32_t other) const;
  LinkId to_group(std::uint32_t router, std::uint32_t group, std::uint64_t flow) const;

  std::uint32_t nodes_ = 0, routers_ = 0, groups_ = 0, globals_ = 0, copies_ = 0;
  Divider per_router_, per_group_, ports_, global_links_;
};

// Shortest ways by a table of the links to take; made for each destination when it is first asked
// for.
class Graph {
 public:
  static constexpr bool has_detours = true;
  Graph(const GraphShape& shape, Routing routing);
  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t vertices() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  // Not where there are switches.
  bool nodes_pass_on() const { return nodes_ == vertices(); }
  std::uint32_t links() const { return static_cast<std::uint32_t>(heads_.size()); }
  bool exists(LinkId) const { return true; }
  Vertex tail(LinkId link) const { return tails_[link]; }
  Vertex head(LinkId link) const { return heads_[link]; }
  std::uint32_t link_class(LinkId link) const { return classes_[link]; }
  LinkId next(Vertex at, Vertex to, std::uint64_t flow) const;
  Vertex node_beside(Vertex vertex) const;
  // As of a dragonfly; ways of more links than that stay in the last.
  std::uint32_t channels(bool) const { return most_channels; }
  std::uint32_t channel(std::uint32_t before, LinkId in, LinkId, bool) const {
    return in == no_link ? 0 : std::min(before + 1, most_channels - 1);
  }
  Vertex detour(std::uint64_t random) const {
    if (nodes_pass_on()) return static_cast<Vertex>(random % vertices());
    return nodes_ + static_cast<Vertex>(random % (vertices() - nodes_));
  }
  // Hops from every vertex to `to`; UINT32_MAX where there is no way.
  std::vector<std::uint32_t> distances(Vertex to) const;

 private:
  void find_ways(Vertex to) const;
  bool passes_on(Vertex vertex) const { return vertex >= nodes_ || nodes_pass_on(); }

  static constexpr std::uint32_t most_channels = 32;
  std::uint32_t nodes_ = 0;
  bool by_flow_ = false;
  std::vector<std::uint32_t> first_;  // of each vertex's links
  std::vector<Vertex> tails_, heads_;
  std::vector<std::uint32_t> classes_;
  // By destination, then vertex: its links that lie on shortest ways, first of them and how many.
  struct Ways {
    std::vector<std::uint32_t> first;
    std::vector<LinkId> links;
  };
  mutable std::vector<Ways> ways_;
};

// Calls `use` with the topology of `network`.
template <class Use>
decltype(auto) with_topology(const Network& network, Use use) {
  if (const auto* grid = std::get_if<GridShape>(&network.shape))
    return use(Grid(*grid, network.routing));
  if (const auto* tree = std::get_if<FatTreeShape>(&network.shape))
    return use(FatTree(*tree, network.routing));
  if (const auto* dragonfly = std::get_if<DragonflyShape>(&network.shape))
    return use(Dragonfly(*dragonfly, network.routing));
  return use(Graph(std::get<GraphShape>(network.shape), network.routing));
}

}  // namespace hpcast::ndl
