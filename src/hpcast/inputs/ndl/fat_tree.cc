#include "hpcast/inputs/ndl/topology.h"

namespace hpcast::ndl {

// A vertex of level l is (branch, place): which nodes are below it, and which of the vertices above
// these nodes it is. Its number within the level is branch * width + place, with
// place = place of the child + width of the child's level * number of the parent.
FatTree::FatTree(const FatTreeShape& shape, Routing routing)
    : by_flow_(routing != Routing::d_mod_k) {
  const std::size_t count = shape.down.size();
  levels_.resize(count + 1);
  std::uint32_t span = 1, width = 1, branches = 1;
  for (const std::uint32_t down : shape.down) branches *= down;
  for (std::size_t l = 0; l <= count; ++l) {
    Level& level = levels_[l];
    if (l > 0) {
      level.down = shape.down[l - 1];
      span *= level.down;
      width *= shape.up[l - 1];
      branches /= level.down;
    }
    level.up = l < count ? shape.up[l] : 0;
    level.ports = level.down + level.up;
    level.first = vertices_;
    level.first_link = links_;
    level.vertices = branches * width;
    level.span = Divider(span);
    level.width = Divider(width);
    level.of_port = Divider(l > 0 ? width / shape.up[0] : 1);
    level.ups = Divider(std::max(1U, level.up));
    vertices_ += level.vertices;
    links_ += level.vertices * level.ports;
  }
}

std::size_t FatTree::level_of(Vertex vertex) const {
  std::size_t l = 0;
  while (vertex >= levels_[l].first + levels_[l].vertices) ++l;
  return l;
}

// Switches of a level are spread over the nodes in their order: those of a subtree lie above it.
Vertex FatTree::node_beside(Vertex vertex) const {
  const Level& level = levels_[level_of(vertex)];
  return static_cast<Vertex>(std::uint64_t{vertex - level.first} * nodes() / level.vertices);
}

std::size_t FatTree::level_of_link(LinkId link) const {
  std::size_t l = levels_.size() - 1;
  while (link < levels_[l].first_link) --l;
  return l;
}

Vertex FatTree::tail(LinkId link) const {
  const Level& level = levels_[level_of_link(link)];
  return level.first + (link - level.first_link) / level.ports;
}

Vertex FatTree::head(LinkId link) const {
  const std::size_t l = level_of_link(link);
  const Level& level = levels_[l];
  const std::uint32_t index = (link - level.first_link) / level.ports;
  const std::uint32_t port = (link - level.first_link) % level.ports;
  const std::uint32_t width = level.width.divisor();
  const std::uint32_t branch = index / width, place = index % width;
  if (port < level.down) {
    const Level& below = levels_[l - 1];
    const std::uint32_t narrow = below.width.divisor();
    return below.first + (branch * level.down + port) * narrow + place % narrow;
  }
  const Level& above = levels_[l + 1];
  return above.first + branch / above.down * above.width.divisor() + place +
         width * (port - level.down);
}

std::uint32_t FatTree::link_class(LinkId link) const {
  const std::size_t l = level_of_link(link);
  const Level& level = levels_[l];
  const bool goes_down = (link - level.first_link) % level.ports < level.down;
  return static_cast<std::uint32_t>(goes_down ? l - 1 : l);
}

}  // namespace hpcast::ndl
