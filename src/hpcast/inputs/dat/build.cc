#include <fmt/format.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/dat/generate.h"

namespace hpcast::dat {
namespace {

void require(bool holds, const std::string& message) {
  if (!holds) throw InputError("cannot build the machine: " + message);
}

void check(const Description& d) {
  constexpr unsigned most = 1U << 20;
  for (const unsigned count : {d.sockets, d.nodes, d.dies, d.cores, d.memories}) {
    require(count >= 1 && count <= most, "sockets, nodes, dies, cores and memories are at least 1");
  }
  require(std::uint64_t{d.sockets} * d.nodes * d.dies * d.cores <= most, "more than 2^20 cores");
  require(!d.caches.empty(), "there is no cache");
  unsigned above = 1;
  for (const CacheLevel& level : d.caches) {
    require(
        level.cores >= above && level.cores % above == 0 && d.cores % level.cores == 0,
        fmt::format("{} cores share {}, which does not divide into {} cores of a die and the {} "
                    "that share the level above",
                    level.cores, level.cache.name, d.cores, above));
    above = level.cores;
  }
  require(d.node_router || (d.sockets * d.nodes == 1), "several NUMA nodes need a node router");
  require(!d.memory_router || d.node_router, "a memory router needs a node router");
  require(!d.second_memory || (d.node_router && d.second_memory_router),
          "a second memory needs a node router and a router of its own");
}

class Builder {
 public:
  explicit Builder(const Description& d) : d_(d) {}

  Machine build() {
    check(d_);
    add_classes();
    add_vertices();
    join_cores();
    join_nodes();
    join_sockets();
    describe();
    return std::move(m_);
  }

 private:
  unsigned all_nodes() const { return d_.sockets * d_.nodes; }
  unsigned all_dies() const { return all_nodes() * d_.dies; }
  unsigned all_cores() const { return all_dies() * d_.cores; }

  void add_classes() {
    m_.core_classes = {d_.core};
    for (const CacheLevel& level : d_.caches) m_.cache_classes.push_back(level.cache);
    if (d_.memory_side_cache) m_.cache_classes.push_back(*d_.memory_side_cache);
    m_.mem_classes = {d_.memory};
    if (d_.second_memory) m_.mem_classes.push_back(*d_.second_memory);
    for (const auto* router : {&d_.die_router, &d_.node_router, &d_.port_router, &d_.memory_router,
                               &d_.second_memory_router}) {
      if (*router) m_.router_classes.push_back(**router);
    }
    wire_ = add_edge_class("wire", std::nullopt);
    if (d_.fabric_link) fabric_link_ = add_edge_class("fabric_link", d_.fabric_link);
    if (d_.socket_link) socket_link_ = add_edge_class("socket_link", d_.socket_link);
  }

  std::uint32_t add_edge_class(const std::string& name, const std::optional<Throughput>& t) {
    m_.edge_classes.push_back({name, t, std::nullopt, {}});
    return static_cast<std::uint32_t>(m_.edge_classes.size() - 1);
  }

  int numa_node(unsigned node) const { return d_.interleaved ? 0 : static_cast<int>(node); }

  // Appends `count` objects named prefix0, prefix1, ... spread evenly over the nodes; returns the
  // index of the first.
  template <class O>
  std::uint32_t add(std::vector<O>& objects, const std::string& prefix, std::uint32_t class_index,
                    unsigned count, unsigned places) {
    const auto first = static_cast<std::uint32_t>(objects.size());
    for (unsigned i = 0; i < count; ++i) {
      O object;
      object.name = prefix + std::to_string(i);
      object.class_index = class_index;
      object.numa_node = numa_node(static_cast<unsigned>(std::uint64_t{i} * places / count));
      objects.push_back(std::move(object));
    }
    return first;
  }

  void add_vertices() {
    add(m_.cores, "core", 0, all_cores(), all_nodes());
    std::uint32_t cache_class = 0;
    for (const CacheLevel& level : d_.caches) {
      first_cache_.push_back(add(m_.caches, level.cache.name + "_", cache_class++,
                                 all_cores() / level.cores, all_nodes()));
    }
    const unsigned memories = all_nodes() * d_.memories;
    if (d_.memory_side_cache) {
      first_side_cache_ =
          add(m_.caches, d_.memory_side_cache->name + "_", cache_class, memories, all_nodes());
    }
    add(m_.memories, "mem", 0, memories, all_nodes());
    if (d_.second_memory) add_second_memories();
    add_routers();
  }

  void add_second_memories() {
    first_second_memory_ = add(m_.memories, d_.second_memory->name, 1, all_nodes(), all_nodes());
    for (unsigned node = 0; node < all_nodes(); ++node) {
      m_.memories[first_second_memory_ + node].numa_node = numa_node(all_nodes() + node);
    }
  }

  void add_routers() {
    std::uint32_t c = 0;
    const auto add_kind = [&](const std::optional<RouterClass>& router, unsigned count) {
      return router ? add(m_.routers, router->name, c++, count, all_nodes()) : 0;
    };
    first_die_router_ = add_kind(d_.die_router, all_dies());
    first_node_router_ = add_kind(d_.node_router, all_nodes());
    first_port_router_ = add_kind(d_.port_router, d_.sockets);
    first_memory_router_ = add_kind(d_.memory_router, all_nodes());
    first_second_router_ = add_kind(d_.second_memory_router, all_nodes());
  }

  std::uint32_t core(unsigned i) const { return m_.vertex(Kind::core, i); }
  std::uint32_t cache(std::size_t level, unsigned i) const {
    return m_.vertex(Kind::cache, first_cache_[level] + i);
  }
  std::uint32_t router(std::uint32_t first, unsigned i) const {
    return m_.vertex(Kind::router, first + i);
  }

  // `near` is the end nearer to the cores: an edge's reads then flow towards them.
  void join(std::uint32_t near, std::uint32_t far, std::uint32_t edge_class) {
    Edge edge;
    edge.name = m_.vertex_object(near).name + "-" + m_.vertex_object(far).name;
    edge.class_index = edge_class;
    edge.source = near;
    edge.target = far;
    m_.edges.push_back(std::move(edge));
  }

  void join_cores() {
    for (unsigned i = 0; i < all_cores(); ++i)
      join(core(i), cache(0, i / d_.caches[0].cores), wire_);
    for (std::size_t level = 0; level + 1 < d_.caches.size(); ++level) {
      const unsigned upper = d_.caches[level].cores;
      const unsigned lower = d_.caches[level + 1].cores;
      for (unsigned i = 0; i < all_cores() / upper; ++i) {
        join(cache(level, i), cache(level + 1, i * upper / lower), wire_);
      }
    }
  }

  // The last-level caches to their die or node router or, without any, to the memories.
  void join_nodes() {
    const std::size_t last = d_.caches.size() - 1;
    const unsigned count = all_cores() / d_.caches[last].cores;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned die = static_cast<unsigned>(std::uint64_t{i} * all_dies() / count);
      if (d_.die_router) {
        join(cache(last, i), router(first_die_router_, die), wire_);
      } else if (d_.node_router) {
        join(cache(last, i), router(first_node_router_, die / d_.dies), wire_);
      } else {
        join_memories(cache(last, i), 0);
      }
    }
    if (!d_.die_router && !d_.node_router) return join_side_caches();
    for (unsigned die = 0; d_.die_router && die < all_dies(); ++die) {
      if (d_.node_router) {
        join(router(first_die_router_, die), router(first_node_router_, die / d_.dies), wire_);
      } else {
        join_memories(router(first_die_router_, die), 0);
      }
    }
    for (unsigned node = 0; d_.node_router && node < all_nodes(); ++node) {
      join_memories(router(first_node_router_, node), node);
    }
    join_side_caches();
  }

  void join_memories(std::uint32_t near, unsigned node) {
    if (d_.memory_router) {
      join(near, router(first_memory_router_, node), wire_);
      near = router(first_memory_router_, node);
    }
    for (unsigned i = node * d_.memories; i < (node + 1) * d_.memories; ++i) {
      join(near,
           d_.memory_side_cache ? m_.vertex(Kind::cache, first_side_cache_ + i)
                                : m_.vertex(Kind::memory, i),
           wire_);
    }
    if (!d_.second_memory) return;
    const std::uint32_t own = router(first_second_router_, node);
    join(near, own, wire_);
    join(own, m_.vertex(Kind::memory, first_second_memory_ + node), wire_);
  }

  void join_side_caches() {
    if (!d_.memory_side_cache) return;
    for (unsigned i = 0; i < all_nodes() * d_.memories; ++i) {
      join(m_.vertex(Kind::cache, first_side_cache_ + i), m_.vertex(Kind::memory, i), wire_);
    }
  }

  void join_sockets() {
    if (!d_.node_router) return;
    for (unsigned socket = 0; socket < d_.sockets; ++socket) {
      join_fabric(socket * d_.nodes);
      for (unsigned node = 0; d_.port_router && node < d_.nodes; ++node) {
        join(router(first_node_router_, socket * d_.nodes + node),
             router(first_port_router_, socket), wire_);
      }
    }
    for (unsigned a = 0; a < d_.sockets; ++a) {
      for (unsigned b = a + 1; b < d_.sockets; ++b) join(port(a), port(b), socket_link_);
    }
  }

  std::uint32_t port(unsigned socket) const {
    return d_.port_router ? router(first_port_router_, socket)
                          : router(first_node_router_, socket * d_.nodes);
  }

  // The node routers of one socket, the first of which is `first`.
  void join_fabric(unsigned first) {
    for (unsigned a = 0; a < d_.nodes; ++a) {
      for (unsigned b = a + 1; b < d_.nodes; ++b) {
        const bool neighbours = b == a + 1 || (a == 0 && b + 1 == d_.nodes);
        if (d_.fabric == Fabric::ring && !neighbours) continue;
        join(router(first_node_router_, first + a), router(first_node_router_, first + b),
             fabric_link_);
      }
    }
  }

  void describe() {
    m_.extras = Json::object();
    if (!d_.title.empty()) m_.extras["name"] = d_.title;
    if (!d_.description.empty()) m_.extras["description"] = d_.description;
    if (!d_.date.empty()) m_.extras["date"] = d_.date;
    if (!d_.sources.empty()) m_.extras["sources"] = d_.sources;
  }

  const Description& d_;
  Machine m_;
  std::vector<std::uint32_t> first_cache_;  // by level
  std::uint32_t first_side_cache_ = 0, first_second_memory_ = 0;
  std::uint32_t first_die_router_ = 0, first_node_router_ = 0;
  std::uint32_t first_port_router_ = 0, first_memory_router_ = 0, first_second_router_ = 0;
  std::uint32_t wire_ = 0, fabric_link_ = 0, socket_link_ = 0;
};

}  // namespace

Machine build(const Description& description) { return Builder(description).build(); }

}  // namespace hpcast::dat
