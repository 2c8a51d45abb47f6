#include "hpcast/inputs/ndl/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/ndl/names.h"

namespace hpcast::ndl {

namespace {

std::string speed_of(const Network& network, std::size_t link_class) {
  const LinkClass& kind = network.link_classes[link_class];
  return format_bandwidth(kind.bandwidth) + ", " + format_time(kind.latency);
}

void place(const Grid& grid, const Network&, Picture& picture) {
  const std::uint32_t across = grid.extents().back();
  for (std::uint32_t node = 0; node < picture.boxes.size(); ++node) {
    picture.boxes[node].x = node % across;
    const std::uint32_t line = node / across;
    picture.boxes[node].y = line;
  }
}

void place(const FatTree& tree, const Network&, Picture& picture) {
  double widest = 1;
  for (std::size_t l = 0; l < tree.levels(); ++l)
    widest = std::max<double>(widest, tree.vertices_of_level(l));
  std::size_t box = 0;
  for (std::size_t l = 0; l < tree.levels(); ++l) {
    const std::uint32_t count = tree.vertices_of_level(l);
    for (std::uint32_t i = 0; i < count; ++i, ++box) {
      picture.boxes[box].x = (i + 0.5) * widest / count - 0.5;
      picture.boxes[box].y = static_cast<double>(tree.levels() - 1 - l);
    }
  }
}

// Routers above their nodes, groups beside each other.
void place(const Dragonfly& dragonfly, const Network& network, Picture& picture) {
  const auto& shape = std::get<DragonflyShape>(network.shape);
  const auto column = [&](std::uint32_t node) {
    const std::uint32_t group = node / (shape.routers * shape.nodes);
    return node + 0.7 * group;
  };
  for (std::uint32_t i = 0; i < picture.boxes.size(); ++i) {
    const bool node = i < dragonfly.nodes();
    const std::uint32_t first = node ? i : (i - dragonfly.nodes()) * shape.nodes;
    picture.boxes[i].x = column(first) + (node ? 0 : (shape.nodes - 1) / 2.0);
    picture.boxes[i].y = node ? 2 : 1;
  }
}

// Switches on an inner circle.
void place(const Graph& graph, const Network&, Picture& picture) {
  const auto count = static_cast<std::uint32_t>(picture.boxes.size());
  const double radius = std::max(1.5, graph.nodes() / 6.0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool node = i < graph.nodes();
    const double of = node ? graph.nodes() : count - graph.nodes();
    const double angle = 2 * std::numbers::pi * (node ? i : i - graph.nodes()) / of;
    const double r = node ? radius : of < 2 ? 0 : radius / 2;
    picture.boxes[i].x = radius + r * std::sin(angle);
    picture.boxes[i].y = radius - r * std::cos(angle);
  }
}

template <class Topology>
Picture whole_picture(const Network& network, const Topology& topology) {
  Picture picture;
  for (Vertex vertex = 0; vertex < topology.vertices(); ++vertex)
    picture.boxes.push_back(
        {vertex_name(network, topology, vertex), 1, vertex < topology.nodes(), 0, 0});
  place(topology, network, picture);
  for (LinkId link = 0; link < topology.links(); ++link) {
    if (!topology.exists(link) || topology.tail(link) > topology.head(link)) continue;
    picture.wires.push_back(
        {topology.tail(link), topology.head(link), speed_of(network, topology.link_class(link))});
  }
  return picture;
}

void collapse(const Network& network, const Grid& grid, Picture& picture) {
  picture.boxes.push_back({"node", grid.nodes(), true, 0, 0});
  for (std::size_t d = 0; d < grid.extents().size(); ++d)
    picture.wires.push_back(
        {0, 0,
         fmt::format("{}: {} of {}, {}", link_class_name(network, d),
                     grid.wraps(d) ? "rings" : "lines", grid.extents()[d], speed_of(network, d))});
}

void collapse(const Network& network, const FatTree& tree, Picture& picture) {
  const auto& shape = std::get<FatTreeShape>(network.shape);
  const std::size_t levels = tree.levels();
  for (std::size_t l = 0; l < levels; ++l)
    picture.boxes.push_back({l == 0        ? "node"
                             : levels == 2 ? "switch"
                                           : fmt::format("switch of level {}", l),
                             tree.vertices_of_level(l), l == 0, 0,
                             static_cast<double>(levels - 1 - l)});
  for (std::size_t l = 0; l + 1 < levels; ++l)
    picture.wires.push_back({static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(l + 1),
                             fmt::format("{} up from each, {} down from each; {}", shape.up[l],
                                         shape.down[l], speed_of(network, l))});
}

void collapse(const Network& network, const Dragonfly& dragonfly, Picture& picture) {
  const auto& shape = std::get<DragonflyShape>(network.shape);
  picture.boxes = {{"node", dragonfly.nodes(), true, 0, 1},
                   {"router", dragonfly.vertices() - dragonfly.nodes(), false, 0, 0}};
  picture.wires = {
      {0, 1, fmt::format("{} at each; {}", counted(shape.nodes, "node"), speed_of(network, 0))},
      {1, 1,
       fmt::format("{} in each of {}, each to each; {}", shape.routers,
                   counted(shape.groups, "group"), speed_of(network, 1))},
      {1, 1,
       fmt::format("{} from each to other groups; {}", shape.global_links, speed_of(network, 2))}};
}

void collapse(const Network& network, const Graph& graph, Picture& picture) {
  const std::uint32_t switches = graph.vertices() - graph.nodes();
  picture.boxes.push_back({"node", graph.nodes(), true, 0, switches > 0 ? 1.0 : 0.0});
  if (switches > 0) picture.boxes.push_back({"switch", switches, false, 0, 0});
  // By kind of the ends: nodes, node and switch, switches.
  std::vector<std::vector<std::uint64_t>> counts(
      3, std::vector<std::uint64_t>(network.link_classes.size()));
  for (LinkId link = 0; link < graph.links(); ++link) {
    if (graph.tail(link) > graph.head(link)) continue;
    const int kind =
        (graph.tail(link) >= graph.nodes() ? 1 : 0) + (graph.head(link) >= graph.nodes() ? 1 : 0);
    ++counts[static_cast<std::size_t>(kind)][graph.link_class(link)];
  }
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    for (std::size_t c = 0; c < counts[kind].size(); ++c) {
      if (counts[kind][c] > 0)
        picture.wires.push_back(
            {kind == 2 ? 1U : 0U, kind == 0 ? 0U : 1U,
             fmt::format("{} cables; {}", counts[kind][c], speed_of(network, c))});
    }
  }
}

}  // namespace

Picture picture_of(const Network& network) {
  return with_topology(network, [&](const auto& topology) {
    if (topology.vertices() <= Picture::most_vertices) return whole_picture(network, topology);
    Picture picture;
    picture.collapsed = true;
    collapse(network, topology, picture);
    return picture;
  });
}

}  // namespace hpcast::ndl
