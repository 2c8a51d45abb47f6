#include "hpcast/inputs/dat/graph.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace hpcast::dat {

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

namespace {

bool is_passed(const Machine& machine, std::uint32_t vertex) {
  const Kind kind = machine.object_at(vertex).first;
  return kind == Kind::cache || kind == Kind::router;
}

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

std::vector<bool> reach_memory(const Machine& machine) {
  const Graph graph(machine);
  std::vector<std::uint32_t> memories(machine.memories.size());
  std::iota(memories.begin(), memories.end(), machine.vertex(Kind::memory, 0));
  Search search(graph, passed_vertices(machine));
  const std::vector<Step>& steps = search.from(memories);
  std::vector<bool> reached(machine.cores.size());
  for (std::size_t core = 0; core < reached.size(); ++core)
    reached[core] = steps[core].distance != unreached;
  return reached;
}

// Cores whose only way leads to the same place share all that lies behind it: the search goes out
// from there, once.
class Routes::Maker {
 public:
  Maker(const Machine& machine, Routes& routes)
      : machine_(machine),
        graph_(machine),
        passed_(passed_vertices(machine)),
        search_(graph_, passed_),
        routes_(routes) {}

  void add(std::uint32_t core) {
    const std::uint32_t fork = follow_only_way(core);
    const auto [at, is_new] = known_.try_emplace(fork, Known{core, way_.size()});
    if (is_new) {
      search_routes(fork);
    } else {
      copy_routes(at->second);
    }
  }

 private:
  struct Known {
    std::uint32_t core;
    std::size_t hops;  // of its routes before the fork
  };

  Hop hop_over(std::uint32_t edge, std::uint32_t vertex) const {
    return {edge, vertex, machine_.edges[edge].target == vertex};
  }

  // From the core through what is passed, as long as there is no choice; returns where one is.
  std::uint32_t follow_only_way(std::uint32_t core) {
    way_.clear();
    std::uint32_t before = unreached, here = core;
    for (;;) {
      const std::span<const Neighbour> all = graph_.neighbours(here);
      if (all.size() != (before == unreached ? 1U : 2U)) return here;
      const Neighbour& next = all[0].vertex == before ? all[1] : all[0];
      if (next.vertex == before || !passed_[next.vertex]) return here;
      way_.push_back(hop_over(next.edge, next.vertex));
      before = std::exchange(here, next.vertex);
    }
  }

  void search_routes(std::uint32_t fork) {
    const std::vector<Step>& steps = search_.from({fork});
    std::uint32_t best = unreached, best_distance = unreached;
    for (std::uint32_t memory = 0; memory < routes_.memories_; ++memory) {
      const std::uint32_t vertex = machine_.vertex(Kind::memory, memory);
      if (steps[vertex].distance < best_distance) {
        best = memory;
        best_distance = steps[vertex].distance;
      }
      if (steps[vertex].distance != unreached) add_route(steps, vertex);
      routes_.first_.push_back(routes_.hops_.size());
    }
    routes_.nearest_.push_back(best);
  }

  void add_route(const std::vector<Step>& steps, std::uint32_t vertex) {
    std::vector<Hop>& hops = routes_.hops_;
    hops.insert(hops.end(), way_.begin(), way_.end());
    const auto begin = static_cast<std::ptrdiff_t>(hops.size());
    for (; steps[vertex].parent != unreached; vertex = steps[vertex].parent)
      hops.push_back(hop_over(steps[vertex].edge, vertex));
    std::reverse(hops.begin() + begin, hops.end());
  }

  void copy_routes(const Known& known) {
    std::vector<Hop>& hops = routes_.hops_;
    for (std::uint32_t memory = 0; memory < routes_.memories_; ++memory) {
      const std::size_t i = std::size_t{known.core} * routes_.memories_ + memory;
      const std::size_t end = routes_.first_[i + 1];
      if (routes_.first_[i] < end) hops.insert(hops.end(), way_.begin(), way_.end());
      for (std::size_t hop = routes_.first_[i] + known.hops; hop < end; ++hop) {
        const Hop same = hops[hop];
        hops.push_back(same);
      }
      routes_.first_.push_back(hops.size());
    }
    routes_.nearest_.push_back(routes_.nearest_[known.core]);
  }

  const Machine& machine_;
  Graph graph_;
  std::vector<bool> passed_;
  Search search_;
  Routes& routes_;
  std::vector<Hop> way_;                            // of the core at hand to its fork
  std::unordered_map<std::uint32_t, Known> known_;  // by fork
};

Routes::Routes(const Machine& machine) : memories_(machine.memories.size()) {
  first_.reserve(machine.cores.size() * memories_ + 1);
  first_.push_back(0);
  Maker maker(machine, *this);
  for (std::uint32_t core = 0; core < machine.cores.size(); ++core) maker.add(core);
}

std::vector<int> memory_nodes(const Machine& machine) {
  std::vector<int> nodes;
  for (const Object& memory : machine.memories) nodes.push_back(memory.numa_node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace hpcast::dat
