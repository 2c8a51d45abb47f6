#include "hpcast/inputs/ndl/shape.h"

#include <fmt/core.h>

#include <set>
#include <unordered_map>

#include "hpcast/base/text.h"
#include "hpcast/inputs/ndl/topology.h"

namespace hpcast::ndl {

namespace {

// A rank's number takes 24 bits of a packet's identity, and a link some 50 bytes of memory.
constexpr std::uint64_t most_nodes = std::uint64_t{1} << 24, most_links = std::uint64_t{1} << 26;

// Of a custom network.
constexpr std::uint32_t most_vertices = 65536;

// The whole numbers at `key`, each in [least, 2^24].
std::vector<std::uint32_t> numbers(Fields& fields, const std::string& key, std::uint64_t least,
                                   Faults& faults) {
  std::vector<std::uint32_t> found;
  const Json& array = fields.array(key);
  for (std::size_t i = 0; i < array.size(); ++i) {
    const Json& value = array[i];
    if (value.is_number_unsigned() && value >= least && value <= most_nodes) {
      found.push_back(value.get<std::uint32_t>());
      continue;
    }
    faults.add(pointer_to(fields.pointer(key), i),
               fmt::format("expected a whole number from {} to {}", least, most_nodes));
  }
  if (array.empty()) fields.fault(key, "expected an array of whole numbers, such as [4, 4, 4]");
  return found;
}

std::uint32_t number(Fields& fields, const std::string& key) {
  const std::uint64_t value = fields.required_whole(key, Dimension::none);
  if (value <= most_nodes) return static_cast<std::uint32_t>(value);
  fields.fault(key, fmt::format("expected at most {}", most_nodes));
  return 1;
}

// What is more than 64 bits hold is as much as they do.
std::uint64_t times(std::uint64_t one, std::uint64_t other) {
  std::uint64_t made = 0;
  return __builtin_mul_overflow(one, other, &made) ? UINT64_MAX : made;
}
std::uint64_t plus(std::uint64_t one, std::uint64_t other) {
  return other > UINT64_MAX - one ? UINT64_MAX : one + other;
}

std::uint64_t product(const std::vector<std::uint32_t>& factors) {
  std::uint64_t made = 1;
  for (const std::uint32_t factor : factors) made = times(made, factor);
  return made;
}

std::string how_many(std::uint64_t count) {
  return count == UINT64_MAX ? "more than 10^19" : std::to_string(count);
}

// The member at `key` has most to do with it.
void check_size(Fields& fields, const char* key, std::uint64_t nodes, std::uint64_t links) {
  const auto refuse = [&](std::uint64_t count, const char* what, std::uint64_t most) {
    fields.fault(key, fmt::format("the network has {} {}, and {} is the most that hpcast simulates",
                                  how_many(count), what, most));
  };
  if (nodes > most_nodes)
    refuse(nodes, "nodes", most_nodes);
  else if (links > most_links)
    refuse(links, "links", most_links);
}

GridShape grid_of(Fields& fields, const char* key, std::vector<std::uint32_t> extents, bool wraps) {
  if (extents.size() > GridShape::most_dimensions) {
    fields.fault(key, fmt::format("expected at most {} dimensions", GridShape::most_dimensions));
    extents.resize(1);
  }
  for (const std::uint32_t extent : extents) {
    if (extent > 65536) fields.fault(key, "expected at most 65536 nodes in a dimension");
  }
  const std::uint64_t nodes = product(extents);
  check_size(fields, key, nodes, times(nodes, 2 * extents.size()));
  return {extents, std::vector<bool>(extents.size(), wraps)};
}

void read_wraps(Fields& fields, GridShape& grid) {
  const Json* wraps = fields.member("wraps");
  if (wraps == nullptr) return;
  if (!wraps->is_array() || wraps->size() != grid.extents.size()) {
    fields.fault("wraps", "expected as many of true and false as there are extents");
    return;
  }
  for (std::size_t d = 0; d < wraps->size(); ++d) {
    if ((*wraps)[d].is_boolean())
      grid.wraps[d] = (*wraps)[d].get<bool>();
    else
      fields.fault("wraps", "expected as many of true and false as there are extents");
  }
}

GridShape read_grid(Fields& fields, bool wraps, Faults& faults) {
  GridShape grid = grid_of(fields, "extents", numbers(fields, "extents", 1, faults), wraps);
  if (wraps) read_wraps(fields, grid);
  return grid;
}

// Ajima et al., Tofu: A 6D Mesh/Torus Interconnect for Exascale Computers, 2009: groups of 2 × 3 ×
// 2 nodes (axes A, B, C; B is a ring) at the points of a torus X × Y × Z.
GridShape read_tofu(Fields& fields, Faults& faults) {
  std::vector<std::uint32_t> extents = numbers(fields, "extents", 1, faults);
  if (extents.size() != 3) {
    fields.fault("extents", "expected three: X, Y and Z; the axes A, B, C are 2, 3, 2");
    extents.resize(3, 1);
  }
  extents.insert(extents.end(), {2, 3, 2});
  GridShape grid = grid_of(fields, "extents", extents, true);
  grid.wraps[3] = grid.wraps[5] = false;
  return grid;
}

GridShape read_hypercube(Fields& fields) {
  std::uint64_t dimensions = fields.required_whole("dimensions", Dimension::none);
  if (dimensions > 24) {
    fields.fault("dimensions", "expected at most 24");
    dimensions = 1;
  }
  return grid_of(fields, "dimensions", std::vector<std::uint32_t>(dimensions, 2), false);
}

void check_tree(Fields& fields, const char* key, const FatTreeShape& tree) {
  const std::uint64_t nodes = product(tree.down);
  std::uint64_t below = 1, above = 1, links = 0;
  for (std::size_t l = 0; l < tree.down.size(); ++l) {
    above = times(above, tree.up[l]);
    links = plus(links, times(2 * (nodes / std::max<std::uint64_t>(below, 1)), above));
    below = times(below, tree.down[l]);
  }
  check_size(fields, key, nodes, links);
}

void refuse_levels(Fields& fields, const char* key) {
  fields.fault(key, fmt::format("expected at most {} levels", FatTreeShape::most_levels));
}

FatTreeShape read_tree_by_arity(Fields& fields) {
  for (const char* const key : {"down", "up"})
    if (fields.member(key) != nullptr)
      fields.fault(key, "'arity' and 'levels' say it already",
                   "leave them out where levels differ");
  const std::uint32_t arity = number(fields, "arity");
  std::uint32_t levels = number(fields, "levels");
  if (levels > FatTreeShape::most_levels) {
    refuse_levels(fields, "levels");
    levels = 1;
  }
  FatTreeShape tree{std::vector(levels, arity), std::vector(levels, arity)};
  if (levels > 0) tree.up[0] = 1;
  check_tree(fields, "levels", tree);
  return tree;
}

FatTreeShape read_tree(Fields& fields, Faults& faults) {
  if (fields.member("arity") != nullptr) return read_tree_by_arity(fields);
  FatTreeShape tree{numbers(fields, "down", 1, faults), numbers(fields, "up", 1, faults)};
  if (tree.down.size() > FatTreeShape::most_levels) {
    refuse_levels(fields, "down");
    return {};
  }
  if (tree.down.size() != tree.up.size()) {
    fields.fault("up", "expected as many levels as in 'down'");
    tree.up.resize(tree.down.size(), 1);
  }
  check_tree(fields, "down", tree);
  return tree;
}

FatTreeShape read_switch(Fields& fields) {
  FatTreeShape tree{{number(fields, "nodes")}, {1}};
  check_tree(fields, "nodes", tree);
  return tree;
}

void check_global_links(Fields& fields, const DragonflyShape& shape) {
  constexpr const char* key = "global_links_per_router";
  if (shape.groups == 1 && fields.member(key) != nullptr)
    fields.fault(key, "they lead to other groups, and there is only one", "leave it out");
  const std::uint64_t links = std::uint64_t{shape.routers} * shape.global_links;
  if (links > 0 && links + 1 < shape.groups)
    fields.fault(key,
                 fmt::format("{} with {} each cannot reach {}", counted(shape.routers, "router"),
                             counted(shape.global_links, "global link"),
                             counted(shape.groups - 1, "other group")));
}

DragonflyShape read_dragonfly(Fields& fields) {
  DragonflyShape shape;
  shape.groups = number(fields, "groups");
  shape.routers = number(fields, "routers_per_group");
  shape.nodes = number(fields, "nodes_per_router");
  if (shape.groups != 1) shape.global_links = number(fields, "global_links_per_router");
  const std::uint64_t routers = product({shape.groups, shape.routers});
  const std::uint64_t nodes = times(routers, shape.nodes);
  const std::uint64_t ports = std::uint64_t{shape.nodes} + shape.routers + shape.global_links;
  check_size(fields, "groups", nodes, plus(nodes, times(routers, ports)));
  check_global_links(fields, shape);
  return shape;
}

// Names of nodes or switches; a number stands for that many: 4 is "node0" … "node3".
void read_names(Fields& fields, const std::string& key, const std::string& stem,
                GraphShape& graph) {
  const Json* value = fields.member(key);
  if (value != nullptr && value->is_number()) {
    const std::uint32_t count = number(fields, key);
    for (std::uint32_t i = 0; i < std::min(count, most_vertices + 1); ++i)
      graph.names.push_back(stem + std::to_string(i));
    return;
  }
  for (std::string& name : fields.texts(key)) graph.names.push_back(std::move(name));
}

class GraphReader {
 public:
  GraphReader(Fields& fields, const std::optional<LinkClass>& link, Network& network,
              Faults& faults)
      : fields_(fields), link_(link), network_(network), faults_(faults) {}

  GraphShape read() {
    read_names(fields_, "nodes", "node", graph_);
    graph_.nodes = static_cast<std::uint32_t>(graph_.names.size());
    read_names(fields_, "switches", "switch", graph_);
    const Json& links = fields_.array("links");
    if (graph_.nodes == 0) {
      const Json* const nodes = fields_.member("nodes");
      if (nodes == nullptr || *nodes == Json::array())  // else it is a fault already
        fields_.fault("nodes", "expected the nodes' names, or their number");
      return graph_;
    }
    if (graph_.names.size() > most_vertices) {
      fields_.fault("nodes", fmt::format("a custom network has at most {} nodes and switches",
                                         most_vertices));
      return graph_;
    }
    for (std::uint32_t i = 0; i < graph_.names.size(); ++i) {
      if (!vertices_.emplace(graph_.names[i], i).second)
        fields_.fault(i < graph_.nodes ? "nodes" : "switches",
                      "'" + graph_.names[i] + "' is there twice");
    }
    for (std::size_t i = 0; i < links.size(); ++i) read_link(links[i], i);
    if (!faults_.any()) check_connected();
    return graph_;
  }

 private:
  std::uint32_t vertex(Fields& fields, const std::string& key) {
    const std::string name = fields.required_text(key);
    const auto at = vertices_.find(name);
    if (at != vertices_.end()) return at->second;
    if (!name.empty())
      fields.fault(key, "there is no node or switch '" + name + "'",
                   faults_.wants_hint() ? did_you_mean(name, graph_.names) : "");
    return 0;
  }

  void read_link(const Json& value, std::size_t index) {
    Fields fields(value, pointer_to(fields_.pointer("links"), index), faults_);
    GraphShape::Link link;
    link.from = vertex(fields, "from");
    link.to = vertex(fields, "to");
    if (link.from == link.to && !faults_.any())
      fields.fault("to", "a link joins two; this one leads back to where it comes from");
    link.link_class = link_class(fields);
    refuse_unknown(fields, faults_);
    graph_.links.push_back(link);
  }

  std::uint32_t link_class(Fields& fields) {
    LinkClass own = link_.value_or(LinkClass{});
    if (link_) {
      own.bandwidth =
          fields.quantity("bandwidth", Dimension::bytes_per_second).value_or(own.bandwidth);
      own.latency =
          fields.quantity("latency", Dimension::seconds, Range::not_negative).value_or(own.latency);
    } else {
      own.bandwidth = fields.required_quantity("bandwidth", Dimension::bytes_per_second);
      own.latency = fields.required_quantity("latency", Dimension::seconds, Range::not_negative);
    }
    check_link(fields, own);
    const auto made = classes_.emplace(std::pair(own.bandwidth, own.latency),
                                       static_cast<std::uint32_t>(network_.link_classes.size()));
    if (made.second) network_.link_classes.push_back(own);
    return made.first->second;
  }

  void check_connected() {
    const std::vector<std::uint32_t> hops = Graph(graph_, Routing::minimal).distances(0);
    std::vector<std::string> cut_off;
    for (std::uint32_t i = 0; i < graph_.names.size(); ++i) {
      if (hops[i] == UINT32_MAX) cut_off.push_back(graph_.names[i]);
    }
    if (cut_off.empty()) return;
    const std::size_t shown = std::min<std::size_t>(cut_off.size(), 5);
    std::string names = list_of({cut_off.begin(), cut_off.begin() + static_cast<long>(shown)});
    fields_.fault("links",
                  fmt::format("the network falls apart: no way from '{}' to {}{}", graph_.names[0],
                              names, shown < cut_off.size() ? " and others" : ""),
                  "nodes pass nothing on where there are switches");
  }

  Fields& fields_;
  const std::optional<LinkClass>& link_;
  Network& network_;
  Faults& faults_;
  GraphShape graph_;
  std::unordered_map<std::string, std::uint32_t> vertices_;
  std::map<std::pair<double, double>, std::uint32_t> classes_;
};

enum class ShapeType : std::uint8_t {
  single_switch,
  mesh,
  torus,
  tofu,
  hypercube,
  fat_tree,
  dragonfly,
  custom,
  none
};

}  // namespace

void check_link(Fields& fields, const LinkClass& link) {
  if (link.bandwidth > 0 && link.bandwidth < 1)
    fields.fault("bandwidth", "expected at least 1 byte/s");
  if (link.latency > most_seconds) fields.fault("latency", "expected at most 1000 s");
}

void read_shape(const Json& value, const std::string& pointer, const std::optional<LinkClass>& link,
                Network& network, Faults& faults) {
  Fields fields(value, pointer, faults);
  network.type = fields.required_text("type");
  switch (fields.one_of<ShapeType>("type",
                                   {{"single-switch", ShapeType::single_switch},
                                    {"mesh", ShapeType::mesh},
                                    {"torus", ShapeType::torus},
                                    {"tofu", ShapeType::tofu},
                                    {"hypercube", ShapeType::hypercube},
                                    {"fat-tree", ShapeType::fat_tree},
                                    {"dragonfly", ShapeType::dragonfly},
                                    {"custom", ShapeType::custom}},
                                   ShapeType::none)) {
    case ShapeType::single_switch:
      network.shape = read_switch(fields);
      break;
    case ShapeType::mesh:
      network.shape = read_grid(fields, false, faults);
      break;
    case ShapeType::torus:
      network.shape = read_grid(fields, true, faults);
      break;
    case ShapeType::tofu:
      network.shape = read_tofu(fields, faults);
      break;
    case ShapeType::hypercube:
      network.shape = read_hypercube(fields);
      break;
    case ShapeType::fat_tree:
      network.shape = read_tree(fields, faults);
      break;
    case ShapeType::dragonfly:
      network.shape = read_dragonfly(fields);
      break;
    case ShapeType::custom:
      network.shape = GraphReader(fields, link, network, faults).read();
      break;
    case ShapeType::none:
      return;
  }
  refuse_unknown(fields, faults);
}

std::size_t link_class_count(const Shape& shape) {
  if (const auto* grid = std::get_if<GridShape>(&shape)) return grid->extents.size();
  if (const auto* tree = std::get_if<FatTreeShape>(&shape)) return tree->down.size();
  return std::holds_alternative<DragonflyShape>(shape) ? 3 : 1;
}

const char* link_classes_are(const Shape& shape) {
  if (std::holds_alternative<GridShape>(shape)) return "one for each dimension";
  if (std::holds_alternative<FatTreeShape>(shape)) return "one for each level from the nodes up";
  if (std::holds_alternative<DragonflyShape>(shape))
    return "three: to the nodes, within a group, between groups";
  return "one; a link may have its own";
}

std::vector<Routing> routings_of(const Shape& shape) {
  if (std::holds_alternative<GridShape>(shape)) return {Routing::dimension_order, Routing::valiant};
  if (std::holds_alternative<FatTreeShape>(shape))
    return {Routing::d_mod_k, Routing::ecmp, Routing::valiant};
  if (std::holds_alternative<DragonflyShape>(shape)) return {Routing::minimal, Routing::valiant};
  return {Routing::minimal, Routing::ecmp, Routing::valiant};
}

std::uint64_t node_count(const Shape& shape) {
  if (const auto* grid = std::get_if<GridShape>(&shape)) return product(grid->extents);
  if (const auto* tree = std::get_if<FatTreeShape>(&shape)) return product(tree->down);
  if (const auto* dragonfly = std::get_if<DragonflyShape>(&shape))
    return product({dragonfly->groups, dragonfly->routers, dragonfly->nodes});
  return std::get<GraphShape>(shape).nodes;
}

}  // namespace hpcast::ndl
