// The regular topologies against a search through their links.
#include "hpcast/inputs/ndl/topology.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>

#include "hpcast/inputs/ndl/facts.h"
#include "hpcast/inputs/ndl/path.h"
#include "hpcast/inputs/ndl/read.h"

namespace hpcast::ndl {

namespace {

Network network_from(const std::string& topology, const std::string& more = "") {
  return parse_network(parse_json(R"({"name": "n", "topology": )" + topology +
                                      R"(, "links": {"bandwidth": "1 GB/s", "latency": "10 ns"},
             "switches": {"latency": "100 ns"})" +
                                      more + "}",
                                  "n.json"));
}

// Hops from `from` to every vertex, by the links that there are.
template <class Topology>
std::vector<std::uint32_t> hops_from(const Topology& topology, Vertex from) {
  std::multimap<Vertex, Vertex> out;
  for (LinkId link = 0; link < topology.links(); ++link) {
    if (topology.exists(link)) out.emplace(topology.tail(link), topology.head(link));
  }
  std::vector<std::uint32_t> hops(topology.vertices(), UINT32_MAX);
  std::vector<Vertex> queue = {from};
  hops[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [begin, end] = out.equal_range(queue[i]);
    for (auto at = begin; at != end; ++at) {
      if (hops[at->second] != UINT32_MAX) continue;
      hops[at->second] = hops[queue[i]] + 1;
      queue.push_back(at->second);
    }
  }
  return hops;
}

// Every cable goes both ways.
template <class Topology>
void expect_cables(const Topology& topology) {
  std::map<std::pair<Vertex, Vertex>, int> count;
  for (LinkId link = 0; link < topology.links(); ++link) {
    if (!topology.exists(link)) continue;
    ASSERT_LT(topology.tail(link), topology.vertices());
    ASSERT_LT(topology.head(link), topology.vertices());
    ASSERT_NE(topology.tail(link), topology.head(link));
    ++count[{topology.tail(link), topology.head(link)}];
    --count[{topology.head(link), topology.tail(link)}];
  }
  for (const auto& [ends, difference] : count) ASSERT_EQ(difference, 0);
}

// Every route ends where it should, over links that begin where it is; `slack` more links than the
// shortest way has.
void expect_routes(const Network& network, std::uint32_t slack) {
  with_topology(network, [&](const auto& topology) {
    expect_cables(topology);
    std::mt19937 random(1);
    for (int i = 0; i < 300; ++i) {
      const auto from = static_cast<Vertex>(random() % topology.nodes());
      const auto to = static_cast<Vertex>(random() % topology.nodes());
      const std::uint32_t shortest = hops_from(topology, from)[to];
      std::uint32_t links = 0;
      for (Vertex at = from; at != to; ++links) {
        ASSERT_LE(links, shortest + slack);
        const LinkId link = topology.next(at, to, i);
        ASSERT_TRUE(topology.exists(link));
        ASSERT_EQ(topology.tail(link), at);
        at = topology.head(link);
      }
      ASSERT_LE(links, shortest + slack);
    }
  });
}

TEST(Topology, GridsGoShortestWays) {
  for (const char* const shape : {
           R"({"type": "mesh", "extents": [5, 4, 3]})",
           R"({"type": "torus", "extents": [5, 4, 2]})",
           R"({"type": "torus", "extents": [6, 1, 3], "wraps": [true, true, false]})",
           R"({"type": "hypercube", "dimensions": 6})",
           R"({"type": "tofu", "extents": [3, 2, 2]})",
       })
    expect_routes(network_from(shape), 0);
}

TEST(Topology, FatTreesGoUpAndDownOnce) {
  for (const char* const shape : {
           R"({"type": "single-switch", "nodes": 9})",
           R"({"type": "fat-tree", "arity": 4, "levels": 3})",
           R"({"type": "fat-tree", "down": [3, 4, 2], "up": [2, 3, 2]})",
           R"({"type": "fat-tree", "down": [8, 3], "up": [1, 2]})",
       }) {
    expect_routes(network_from(shape), 0);
    expect_routes(network_from(shape, R"(, "routing": "ecmp")"), 0);
  }
}

TEST(Topology, DragonfliesNeedFiveLinks) {
  for (const char* const shape : {
           R"({"type": "dragonfly", "groups": 9, "routers_per_group": 4, "nodes_per_router": 2,
               "global_links_per_router": 2})",
           R"({"type": "dragonfly", "groups": 4, "routers_per_group": 5, "nodes_per_router": 1,
               "global_links_per_router": 2})",
           R"({"type": "dragonfly", "groups": 1, "routers_per_group": 5, "nodes_per_router": 3})",
       }) {
    const Network network = network_from(shape);
    expect_routes(network, 2);
    EXPECT_LE(facts_of(network).diameter, 5U);
  }
}

TEST(Topology, GraphsGoShortestWays) {
  std::mt19937 random(2);
  for (int seed = 0; seed < 5; ++seed) {
    std::string links;
    for (int i = 0; i < 12; ++i)
      links += std::string(i == 0 ? "" : ",") + R"({"from": "node)" + std::to_string(i) +
               R"(", "to": "switch)" + std::to_string(i % 5) + "\"}";
    for (int i = 1; i < 5; ++i)
      links += R"(,{"from": "switch)" + std::to_string(i) + R"(", "to": "switch)" +
               std::to_string(random() % static_cast<unsigned>(i)) + "\"}";
    links += R"(,{"from": "switch0", "to": "switch4"})";
    expect_routes(
        network_from(R"({"type": "custom", "nodes": 12, "switches": 5, "links": [)" + links + "]}"),
        0);
  }
}

TEST(Topology, DModKSpreadsDestinationsOverParents) {
  const Network network = network_from(R"({"type": "fat-tree", "arity": 4, "levels": 2})");
  const FatTree tree(std::get<FatTreeShape>(network.shape), network.routing);
  std::set<Vertex> parents;
  for (Vertex to = 4; to < 8; ++to) {
    const Vertex leaf = tree.head(tree.next(0, to, 0));
    parents.insert(tree.head(tree.next(leaf, to, 0)));
  }
  EXPECT_EQ(parents.size(), 4U);
}

// All to all: as much by each port of a node and each parent of a switch, up and down.
TEST(Topology, DModKSpreadsAllToAllOverPorts) {
  const Network network = network_from(R"({"type": "fat-tree", "down": [4, 4], "up": [2, 4]})");
  const FatTree tree(std::get<FatTreeShape>(network.shape), network.routing);
  std::map<LinkId, int> routes;
  for (Vertex from = 0; from < 16; ++from) {
    for (Vertex to = 0; to < 16; ++to) {
      for (Vertex at = from; at != to;) {
        const LinkId link = tree.next(at, to, from * 0x9e3779b9ULL + to);
        ++routes[link];
        at = tree.head(link);
      }
    }
  }
  std::map<std::uint32_t, std::pair<int, int>> least_and_most;  // by link class
  for (const auto& [link, count] : routes) {
    auto [known, is_new] = least_and_most.try_emplace(tree.link_class(link), count, count);
    known->second.first = std::min(known->second.first, count);
    known->second.second = std::max(known->second.second, count);
  }
  EXPECT_EQ(routes.size(), tree.links());
  EXPECT_GE(least_and_most[0].first, 7);  // 15 routes over two
  EXPECT_LE(least_and_most[0].second, 8);
  EXPECT_EQ(least_and_most[1], (std::pair{6, 6}));  // 4 × 12 routes over 8
}

// Of as many as there are: for the messages between two nodes, and for one of them.
TEST(Topology, FatTreesChooseParentsByFlow) {
  for (const char* const routing : {"ecmp", "valiant", "d-mod-k"}) {
    const Network network = network_from(R"({"type": "fat-tree", "arity": 4, "levels": 2})",
                                         std::string(R"(, "routing": ")") + routing + "\"");
    const FatTree tree(std::get<FatTreeShape>(network.shape), network.routing);
    const Vertex leaf = tree.head(tree.next(0, 5, 0));
    std::set<Vertex> parents;
    for (std::uint64_t flow = 0; flow < 64; ++flow) {
      parents.insert(tree.head(tree.next(leaf, 5, flow)));
      EXPECT_EQ(tree.next(leaf, 5, flow), tree.next(leaf, 5, flow));
    }
    EXPECT_EQ(parents.size(), network.routing == Routing::d_mod_k ? 1U : 4U) << routing;
  }
}

TEST(Topology, DividesExactly) {
  std::mt19937 random(3);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint32_t by = static_cast<std::uint32_t>(random()) >> (random() % 32) | 1U;
    const std::uint32_t n = static_cast<std::uint32_t>(random());
    for (const std::uint32_t number : {n, n / by * by, n / by * by - 1, UINT32_MAX, 0U}) {
      ASSERT_EQ(Divider(by).quotient(number), number / by);
      ASSERT_EQ(Divider(by).remainder(number), number % by);
    }
  }
}

TEST(Facts, OfRegularNetworks) {
  const Facts torus = facts_of(network_from(R"({"type": "torus", "extents": [4, 6]})"));
  EXPECT_EQ(torus.diameter, 5U);
  EXPECT_EQ(torus.bisection_bandwidth, 8e9);  // two cables for each of the 4 rings of 6
  const Facts tree = facts_of(network_from(R"({"type": "fat-tree", "arity": 4, "levels": 3})"));
  EXPECT_EQ(tree.diameter, 6U);
  EXPECT_EQ(tree.switches, 48U);
  EXPECT_EQ(tree.bisection_bandwidth, 32e9);
  const Facts fly = facts_of(network_from(
      R"({"type": "dragonfly", "groups": 4, "routers_per_group": 3, "nodes_per_router": 4,
          "global_links_per_router": 1})"));
  EXPECT_EQ(fly.bisection_bandwidth, 4e9);
  EXPECT_NEAR(fly.furthest_s, 5 * 10e-9 + 4 * 100e-9, 1e-15);
}

// Two switches with three nodes each, joined by one cable and, at one node, by another way.
TEST(Facts, OfACustomNetwork) {
  const Facts facts = facts_of(network_from(R"({"type": "custom", "nodes": 6, "switches": 2,
    "links": [{"from": "node0", "to": "switch0"}, {"from": "node1", "to": "switch0"},
      {"from": "node2", "to": "switch0"}, {"from": "node3", "to": "switch1"},
      {"from": "node4", "to": "switch1"}, {"from": "node5", "to": "switch1"},
      {"from": "switch0", "to": "switch1", "bandwidth": "2.5 GB/s"}]})"));
  EXPECT_EQ(facts.bisection_bandwidth, 2.5e9);
  EXPECT_EQ(facts.diameter, 3U);
}

}  // namespace

}  // namespace hpcast::ndl
