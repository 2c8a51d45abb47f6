#include "hpcast/inputs/ndl/names.h"

#include <fmt/core.h>

#include "hpcast/base/units.h"

namespace hpcast::ndl {

std::string vertex_name(const Network&, const Grid& grid, Vertex vertex) {
  std::string coordinates;
  for (std::size_t d = 0; d < grid.extents().size(); ++d)
    coordinates += fmt::format("{}{}", d == 0 ? "" : ",", grid.coordinate(vertex, d));
  return fmt::format("node {} ({})", vertex, coordinates);
}

std::string vertex_name(const Network&, const FatTree& tree, Vertex vertex) {
  const std::size_t level = tree.level_of(vertex);
  if (level == 0) return fmt::format("node {}", vertex);
  if (tree.levels() == 2 && tree.vertices_of_level(1) == 1) return "switch";
  for (std::size_t l = 0; l < level; ++l) vertex -= tree.vertices_of_level(l);
  return fmt::format("switch {} of level {}", vertex, level);
}

std::string vertex_name(const Network& network, const Dragonfly& dragonfly, Vertex vertex) {
  if (vertex < dragonfly.nodes()) return fmt::format("node {}", vertex);
  const std::uint32_t routers = std::get<DragonflyShape>(network.shape).routers;
  const std::uint32_t router = vertex - dragonfly.nodes();
  return fmt::format("router {} of group {}", router % routers, router / routers);
}

std::string vertex_name(const Network& network, const Graph&, Vertex vertex) {
  return std::get<GraphShape>(network.shape).names[vertex];
}

std::string link_class_name(const Network& network, std::size_t link_class) {
  if (std::holds_alternative<GridShape>(network.shape)) {
    if (network.type == "tofu") return fmt::format("axis {}", "XYZABC"[link_class]);
    return fmt::format("dimension {}", link_class);
  }
  if (const auto* tree = std::get_if<FatTreeShape>(&network.shape)) {
    if (link_class == 0) return "nodes";
    return tree->down.size() == 2 ? "between switches"
                                  : fmt::format("levels {} and {}", link_class, link_class + 1);
  }
  if (std::holds_alternative<DragonflyShape>(network.shape))
    return link_class == 0 ? "nodes" : link_class == 1 ? "within groups" : "between groups";
  const LinkClass& kind = network.link_classes[link_class];
  return fmt::format("{}, {}", format_bandwidth(kind.bandwidth), format_time(kind.latency));
}

}  // namespace hpcast::ndl
