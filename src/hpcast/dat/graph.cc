#include "hpcast/dat/graph.h"

#include <algorithm>
#include <numeric>

namespace hpcast::dat {
namespace {

bool is_passed(const Machine& machine, std::uint32_t vertex) {
  const Kind kind = machine.object_at(vertex).first;
  return kind == Kind::cache || kind == Kind::router;
}

struct Step {
  std::uint32_t distance = unreached;
  std::uint32_t parent = unreached;
  std::uint32_t edge = unreached;  // from the parent
};

// Breadth first from `starts`; `passed` tells which vertices lead further. Since neighbours are in
// the order of their numbers, each vertex is first reached on its lexicographically smallest path.
class Search {
 public:
  Search(const Graph& graph, std::vector<bool> passed)
      : graph_(graph), passed_(std::move(passed)), steps_(graph.size()) {}

  const std::vector<Step>& from(const std::vector<std::uint32_t>& starts) {
    std::fill(steps_.begin(), steps_.end(), Step{});
    queue_ = starts;
    for (const std::uint32_t start : starts) steps_[start].distance = 0;
    for (std::size_t next = 0; next < queue_.size(); ++next) expand(queue_[next]);
    return steps_;
  }

 private:
  void expand(std::uint32_t vertex) {
    const std::uint32_t distance = steps_[vertex].distance;
    if (distance > 0 && !passed_[vertex]) return;
    for (const Neighbour& n : graph_.neighbours(vertex)) {
      if (steps_[n.vertex].distance != unreached) continue;
      steps_[n.vertex] = {distance + 1, vertex, n.edge};
      queue_.push_back(n.vertex);
    }
  }

  const Graph& graph_;
  std::vector<bool> passed_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> queue_;
};

std::vector<bool> passed_vertices(const Machine& machine) {
  std::vector<bool> passed(machine.vertex_count());
  for (std::uint32_t v = 0; v < machine.vertex_count(); ++v) passed[v] = is_passed(machine, v);
  return passed;
}

}  // namespace

Graph::Graph(const Machine& machine) : first_(machine.vertex_count() + 1) {
  for (const Edge& edge : machine.edges) {
    ++first_[edge.source + 1];
    ++first_[edge.target + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  neighbours_.resize(2 * machine.edges.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t e = 0; e < machine.edges.size(); ++e) {
    const Edge& edge = machine.edges[e];
    neighbours_[next[edge.source]++] = {edge.target, e};
    neighbours_[next[edge.target]++] = {edge.source, e};
  }
  for (std::uint32_t v = 0; v < size(); ++v) {
    std::sort(neighbours_.begin() + first_[v], neighbours_.begin() + first_[v + 1],
              [](const Neighbour& a, const Neighbour& b) {
                return std::pair(a.vertex, a.edge) < std::pair(b.vertex, b.edge);
              });
  }
}

std::vector<std::uint32_t> levels(const Machine& machine) {
  const Graph graph(machine);
  std::vector<std::uint32_t> cores(machine.cores.size());
  std::iota(cores.begin(), cores.end(), 0U);
  std::vector<std::uint32_t> result;
  result.reserve(machine.vertex_count());
  Search search(graph, passed_vertices(machine));
  for (const Step& step : search.from(cores)) {
    result.push_back(step.distance);
  }
  return result;
}

Routes::Routes(const Machine& machine) : memories_(machine.memories.size()) {
  const Graph graph(machine);
  Search search(graph, passed_vertices(machine));
  first_.reserve(machine.cores.size() * memories_ + 1);
  first_.push_back(0);
  for (std::uint32_t core = 0; core < machine.cores.size(); ++core) {
    const std::vector<Step>& steps = search.from({core});
    std::uint32_t best = unreached;
    std::uint32_t best_distance = unreached;
    for (std::uint32_t memory = 0; memory < memories_; ++memory) {
      std::uint32_t vertex = machine.vertex(Kind::memory, memory);
      const std::uint32_t distance = steps[vertex].distance;
      if (distance < best_distance) {
        best = memory;
        best_distance = distance;
      }
      const std::size_t begin = hops_.size();
      for (; steps[vertex].parent != unreached; vertex = steps[vertex].parent) {
        const std::uint32_t edge = steps[vertex].edge;
        hops_.push_back({edge, vertex, machine.edges[edge].target == vertex});
      }
      std::reverse(hops_.begin() + static_cast<std::ptrdiff_t>(begin), hops_.end());
      first_.push_back(hops_.size());
    }
    nearest_.push_back(best);
  }
}

std::vector<int> memory_nodes(const Machine& machine) {
  std::vector<int> nodes;
  for (const Object& memory : machine.memories) nodes.push_back(memory.numa_node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::vector<std::uint32_t> memories_of_node(const Machine& machine, int numa_node) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < machine.memories.size(); ++i) {
    if (machine.memories[i].numa_node == numa_node) result.push_back(i);
  }
  return result;
}

}  // namespace hpcast::dat
