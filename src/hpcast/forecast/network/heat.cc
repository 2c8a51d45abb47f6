#include "hpcast/forecast/network/heat.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/inputs/ndl/names.h"

namespace hpcast::forecast {

namespace {

using answers::HeatGraph;
using answers::HeatMap;
using answers::LinkHeat;
using netsim::to_seconds;

// What a picture has room for.
constexpr std::uint32_t most_columns = 96, most_rows = 48, most_square = 64;
constexpr std::uint32_t most_vertices = 48, most_graph_links = 400;

class HeatMaker {
 public:
  HeatMaker(std::string name, std::string row_axis, std::uint32_t rows, std::string column_axis,
            std::uint32_t columns, std::uint32_t row_limit, std::uint32_t column_limit) {
    map_.name = std::move(name);
    map_.row_axis = std::move(row_axis);
    map_.column_axis = std::move(column_axis);
    map_.a_row = (rows + row_limit - 1) / row_limit;
    map_.a_column = (columns + column_limit - 1) / column_limit;
    map_.rows = (rows + map_.a_row - 1) / map_.a_row;
    map_.columns = (columns + map_.a_column - 1) / map_.a_column;
    map_.highest.resize(std::size_t{map_.rows} * map_.columns, -1);
    map_.mean.resize(map_.highest.size(), 0);
    links_.resize(map_.highest.size());
  }
  void name_row(std::string name) { map_.row_names.push_back(std::move(name)); }
  void add(std::uint32_t row, std::uint32_t column, double load) {
    const std::size_t cell = std::size_t{row / map_.a_row} * map_.columns + column / map_.a_column;
    ++links_[cell];
    map_.mean[cell] += load;
    map_.highest[cell] = std::max(map_.highest[cell], load);
  }
  void put_in(LinkHeat& heat) && {
    for (std::size_t cell = 0; cell < links_.size(); ++cell)
      map_.mean[cell] = links_[cell] == 0 ? -1 : map_.mean[cell] / links_[cell];
    heat.maps.push_back(std::move(map_));
  }

 private:
  HeatMap map_;
  std::vector<std::uint32_t> links_;  // by cell
};

// Calls use(link, utilisation) for every link.
template <class Topology, class Use>
void for_links(const Topology& topology, const std::vector<double>& loads, Use use) {
  for (ndl::LinkId link = 0; link < topology.links(); ++link) {
    if (topology.exists(link)) use(link, loads[link]);
  }
}

void add_dimensions(const ndl::Network& network, const ndl::Grid& grid,
                    const std::vector<double>& loads, LinkHeat& heat) {
  const auto dimensions = static_cast<std::uint32_t>(grid.extents().size());
  HeatMaker map("all links, by dimension", "dimension", dimensions, "node", grid.nodes(),
                dimensions, most_columns);
  for (std::uint32_t d = 0; d < dimensions; ++d) map.name_row(link_class_name(network, d));
  for_links(grid, loads, [&](ndl::LinkId link, double load) {
    map.add(grid.link_class(link), grid.tail(link), load);
  });
  std::move(map).put_in(heat);
}

void add_plane(const ndl::Network& network, const ndl::Grid& grid, std::uint32_t a, std::uint32_t b,
               const std::vector<double>& loads, LinkHeat& heat) {
  const std::string rows = link_class_name(network, a), columns = link_class_name(network, b);
  HeatMaker map(fmt::format("links along {} and {}", rows, columns), rows, grid.extents()[a],
                columns, grid.extents()[b], most_rows, most_square);
  for_links(grid, loads, [&](ndl::LinkId link, double load) {
    if (grid.link_class(link) != a && grid.link_class(link) != b) return;
    map.add(grid.coordinate(grid.tail(link), a), grid.coordinate(grid.tail(link), b), load);
  });
  std::move(map).put_in(heat);
}

// Planes of the longest dimensions; short ones say little in two.
void add_heat(const ndl::Network& network, const ndl::Grid& grid, const std::vector<double>& loads,
              LinkHeat& heat) {
  std::vector<std::uint32_t> longest;
  for (std::uint32_t d = 0; d < grid.extents().size(); ++d) {
    if (grid.extents()[d] > 3) longest.push_back(d);
  }
  std::stable_sort(longest.begin(), longest.end(), [&](std::uint32_t a, std::uint32_t b) {
    return grid.extents()[a] > grid.extents()[b];
  });
  longest.resize(std::min<std::size_t>(longest.size(), 3));
  std::sort(longest.begin(), longest.end());
  for (std::size_t i = 0; i < longest.size(); ++i) {
    for (std::size_t j = i + 1; j < longest.size(); ++j)
      add_plane(network, grid, longest[i], longest[j], loads, heat);
  }
  add_dimensions(network, grid, loads, heat);
}

void add_heat(const ndl::Network&, const ndl::FatTree& tree, const std::vector<double>& loads,
              LinkHeat& heat) {
  std::vector<HeatMaker> levels;
  std::vector<ndl::Vertex> first = {0};
  const bool one_switch = tree.levels() == 2 && tree.vertices_of_level(1) == 1;
  for (std::size_t l = 0; l + 1 < tree.levels(); ++l) {
    const std::string upper = one_switch ? "the switch" : fmt::format("level {}", l + 1);
    const std::string lower = l == 0 ? "nodes" : fmt::format("level {}", l);
    levels.emplace_back(fmt::format("{} and {}", lower, upper), "", 2,
                        l == 0 ? "node" : fmt::format("switch of level {}", l),
                        tree.vertices_of_level(l), 2, most_columns);
    levels.back().name_row("up");
    levels.back().name_row("down");
    first.push_back(first.back() + tree.vertices_of_level(l));
  }
  for_links(tree, loads, [&](ndl::LinkId link, double load) {
    const std::uint32_t level = tree.link_class(link);
    const bool up = tree.tail(link) < tree.head(link);  // vertices are numbered from below
    const ndl::Vertex lower = up ? tree.tail(link) : tree.head(link);
    levels[level].add(up ? 0 : 1, lower - first[level], load);
  });
  for (auto level = levels.rbegin(); level != levels.rend(); ++level)
    std::move(*level).put_in(heat);
}

void add_heat(const ndl::Network& network, const ndl::Dragonfly& dragonfly,
              const std::vector<double>& loads, LinkHeat& heat) {
  const auto& shape = std::get<ndl::DragonflyShape>(network.shape);
  const auto group_of = [&](ndl::Vertex vertex) {
    const std::uint32_t router =
        vertex < dragonfly.nodes() ? vertex / shape.nodes : vertex - dragonfly.nodes();
    return router / shape.routers;
  };
  HeatMaker between("between groups", "from group", shape.groups, "to group", shape.groups,
                    most_square, most_square);
  HeatMaker within("within groups", "", 3, "group", shape.groups, 3, most_columns);
  for (const char* name : {"between routers", "to nodes", "from nodes"}) within.name_row(name);
  for_links(dragonfly, loads, [&](ndl::LinkId link, double load) {
    const ndl::Vertex tail = dragonfly.tail(link), head = dragonfly.head(link);
    if (dragonfly.link_class(link) == 2) {
      between.add(group_of(tail), group_of(head), load);
      return;
    }
    const bool to_node = head < dragonfly.nodes(), from_node = tail < dragonfly.nodes();
    within.add(to_node ? 1 : from_node ? 2 : 0, group_of(tail), load);
  });
  std::move(between).put_in(heat);
  std::move(within).put_in(heat);
}

void add_heat(const ndl::Network& network, const ndl::Graph& graph,
              const std::vector<double>& loads, LinkHeat& heat) {
  if (graph.vertices() > most_vertices || graph.links() > most_graph_links) return;
  HeatGraph drawn;
  drawn.nodes = graph.nodes();
  for (ndl::Vertex vertex = 0; vertex < graph.vertices(); ++vertex)
    drawn.vertices.push_back(vertex_name(network, graph, vertex));
  for_links(graph, loads, [&](ndl::LinkId link, double load) {
    drawn.links.push_back({graph.tail(link), graph.head(link), load});
  });
  heat.graph = std::move(drawn);
}

}  // namespace

LinkHeat link_heat(const ndl::Network& network, const netsim::Outcome& outcome) {
  LinkHeat heat;
  const double time_s = to_seconds(outcome.time);
  if (outcome.links.empty() || time_s <= 0) return heat;
  with_topology(network, [&](const auto& topology) {
    std::vector<double> loads(topology.links());
    for (const netsim::LinkOutcome& link : outcome.links)
      loads[link.id] = std::min(1.0, to_seconds(link.busy) / time_s);
    add_heat(network, topology, loads, heat);
  });
  return heat;
}

}  // namespace hpcast::forecast
