#include "hpcast/inputs/dat/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::dat {
namespace {

constexpr std::uint32_t none = unreached;

class ViewMaker {
 public:
  ViewMaker(const Machine& machine, bool fold)
      : m_(machine), fold_(fold), graph_(machine), levels_(levels(machine)) {}

  View make() {
    find_parents();
    sign();
    std::vector<std::uint32_t> roots;
    for (const std::uint32_t v : memories_first()) {
      if (parent_[v] == none) roots.push_back(v);
    }
    view_.roots = add_groups({roots}, none);
    add_links();
    return std::move(view_);
  }

 private:
  std::vector<std::uint32_t> memories_first() const {
    std::vector<std::uint32_t> order(m_.vertex_count());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_partition(order.begin(), order.end(),
                          [&](std::uint32_t v) { return m_.object_at(v).first == Kind::memory; });
    return order;
  }

  // The parent is the first neighbour that is one hop further from the cores.
  void find_parents() {
    parent_.assign(m_.vertex_count(), none);
    parent_edge_.assign(m_.vertex_count(), none);
    children_.resize(m_.vertex_count());
    for (std::uint32_t v = 0; v < m_.vertex_count(); ++v) {
      if (levels_[v] == unreached) continue;
      for (const Neighbour& n : graph_.neighbours(v)) {
        if (levels_[n.vertex] != levels_[v] + 1) continue;
        parent_[v] = n.vertex;
        parent_edge_[v] = n.edge;
        children_[n.vertex].push_back(v);
        break;
      }
    }
  }

  // Subtrees of the same kinds, classes and numbers get the same signature.
  void sign() {
    signature_.resize(m_.vertex_count());
    std::vector<std::uint32_t> order(m_.vertex_count());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return levels_[a] < levels_[b]; });
    std::map<std::vector<std::uint32_t>, std::uint32_t> known;
    for (const std::uint32_t v : order) {
      std::vector<std::uint32_t> key;
      for (const std::uint32_t child : children_[v]) key.push_back(signature_[child]);
      std::sort(key.begin(), key.end());
      key.push_back(static_cast<std::uint32_t>(m_.object_at(v).first));
      key.push_back(m_.vertex_object(v).class_index);
      key.push_back(levels_[v]);
      if (!fold_) key.push_back(v);
      signature_[v] =
          known.emplace(std::move(key), static_cast<std::uint32_t>(known.size())).first->second;
    }
  }

  // `siblings`: for each vertex of the parent node, its children. Makes a node of each group of
  // equal signature and returns the nodes.
  std::vector<std::uint32_t> add_groups(const std::vector<std::vector<std::uint32_t>>& siblings,
                                        std::uint32_t parent) {
    std::vector<std::uint32_t> order;  // signatures as they come
    std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
    for (const auto& children : siblings) {
      for (const std::uint32_t v : children) {
        auto& group = groups[signature_[v]];
        if (group.empty()) order.push_back(signature_[v]);
        group.push_back(v);
      }
    }
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t signature : order) {
      nodes.push_back(add_node(std::move(groups[signature]), siblings.size(), parent));
    }
    return nodes;
  }

  std::uint32_t add_node(std::vector<std::uint32_t> vertices, std::size_t parents,
                         std::uint32_t parent) {
    const auto id = static_cast<std::uint32_t>(view_.nodes.size());
    std::vector<std::vector<std::uint32_t>> below;
    for (const std::uint32_t v : vertices) {
      below.push_back(children_[v]);
      node_of_[v] = id;
    }
    if (parent != none) view_.tree.push_back({id, parent, parent_edge_[vertices[0]]});
    ViewNode node;
    node.level = levels_[vertices[0]];
    node.times = static_cast<std::uint32_t>(vertices.size() / parents);
    node.vertices = std::move(vertices);
    std::sort(node.vertices.begin(), node.vertices.end());
    view_.nodes.push_back(std::move(node));
    auto children = add_groups(below, id);
    view_.nodes[id].children = std::move(children);
    return id;
  }

  void add_links() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (std::uint32_t e = 0; e < m_.edges.size(); ++e) {
      const Edge& edge = m_.edges[e];
      if (parent_edge_[edge.source] == e || parent_edge_[edge.target] == e) continue;
      const std::uint32_t a = node_of_.at(edge.source), b = node_of_.at(edge.target);
      if (a == b) {
        if (!view_.nodes[a].among_itself) view_.nodes[a].among_itself = e;
      } else if (seen.insert(std::minmax(a, b)).second) {
        view_.links.push_back({a, b, e});
      }
    }
  }

  const Machine& m_;
  bool fold_;
  Graph graph_;
  std::vector<std::uint32_t> levels_, parent_, parent_edge_, signature_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::map<std::uint32_t, std::uint32_t> node_of_;
  View view_;
};

std::string flops_of(const CoreClass& c) {
  return c.dp_flops > 0 ? format_scaled(c.dp_flops, "FLOP/s") : std::string();
}

std::string shape_of(const CacheClass& c) {
  std::string text =
      fmt::format("{}, {} {}, {} B lines", format_bytes(double(c.capacity)), c.associativity,
                  c.associativity == 1 ? "way" : "ways", c.linesize);
  if (c.inclusion == Inclusion::inclusive) text += ", inclusive";
  if (c.inclusion == Inclusion::exclusive) text += ", exclusive";
  if (c.side == CacheSide::memory) text += ", memory-side";
  return text;
}

std::string shape_of(const MemClass& c) {
  std::string text = format_bytes(double(c.capacity));
  if (c.latency) text += ", " + format_time(*c.latency);
  return text;
}

std::string plural(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

View make_view(const Machine& machine, bool fold) { return ViewMaker(machine, fold).make(); }

View make_view(const Machine& machine) {
  return make_view(machine, machine.vertex_count() > most_unfolded);
}

std::string names_of(const Machine& machine, const ViewNode& node) {
  const std::string& first = machine.vertex_object(node.vertices.front()).name;
  if (node.vertices.size() == 1) return first;
  return first + " ... " + machine.vertex_object(node.vertices.back()).name;
}

std::string shape_of(const Machine& machine, std::uint32_t vertex) {
  const auto [kind, index] = machine.object_at(vertex);
  switch (kind) {
    case Kind::core:
      return flops_of(machine.core_classes[machine.cores[index].class_index]);
    case Kind::cache:
      return shape_of(machine.class_of_cache(index));
    case Kind::memory:
      return shape_of(machine.class_of_memory(index));
    default:
      return {};
  }
}

std::string bandwidth_of(const Throughput& t) {
  const std::string read = format_bandwidth(t.read_bandwidth);
  if (t.read_bandwidth == t.write_bandwidth) {
    return read + (t.duplex == Duplex::full ? " each way" : "");
  }
  return read + " read, " + format_bandwidth(t.write_bandwidth) + " write";
}

std::string bandwidth_of(const Machine& machine, std::uint32_t vertex) {
  const auto [kind, index] = machine.object_at(vertex);
  switch (kind) {
    case Kind::cache:
      return bandwidth_of(machine.class_of_cache(index).throughput);
    case Kind::memory:
      return bandwidth_of(machine.class_of_memory(index).throughput);
    case Kind::router:
      return bandwidth_of(machine.router_classes[machine.routers[index].class_index].throughput);
    default:
      return {};
  }
}

std::string limit_of(const Machine& machine, std::uint32_t edge) {
  const auto& throughput = machine.edge_classes[machine.edges[edge].class_index].throughput;
  return throughput ? bandwidth_of(*throughput) : std::string();
}

std::string numa_of(const Machine& machine, const ViewNode& node) {
  int least = machine.vertex_object(node.vertices.front()).numa_node, most = least;
  for (const std::uint32_t v : node.vertices) {
    least = std::min(least, machine.vertex_object(v).numa_node);
    most = std::max(most, machine.vertex_object(v).numa_node);
  }
  return least == most ? fmt::format("NUMA {}", least) : fmt::format("NUMA {}-{}", least, most);
}

std::string title_of(const Machine& machine) {
  const auto name = machine.extras.is_object() ? machine.extras.find("name") : machine.extras.end();
  return name != machine.extras.end() && name->is_string() ? on_one_line(name->get<std::string>())
                                                           : "machine";
}

std::string counts_of(const Machine& machine) {
  return plural(machine.cores.size(), "core", "cores") + ", " +
         plural(machine.caches.size(), "cache", "caches") + ", " +
         plural(machine.memories.size(), "memory", "memories") + ", " +
         plural(machine.routers.size(), "router", "routers") + ", " +
         plural(machine.edges.size(), "edge", "edges") + ", " +
         plural(memory_nodes(machine).size(), "NUMA node", "NUMA nodes");
}

}  // namespace hpcast::dat
