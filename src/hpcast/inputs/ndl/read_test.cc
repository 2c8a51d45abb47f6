#include "hpcast/inputs/ndl/read.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/ndl/path.h"

namespace hpcast::ndl {

namespace {

using testing::HasSubstr;

const std::string links_text = R"("links": {"bandwidth": "1 GB/s", "latency": "10 ns"})";

Network parse(const std::string& text) { return parse_network(parse_json(text, "n.json")); }

std::string network_fault(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no fault";
}

std::string with_topology_text(const std::string& topology, const std::string& more = "") {
  return R"({"name": "n", "topology": )" + topology + ", " + links_text + more + "}";
}

TEST(ReadNetwork, TakesUnitsAndFillsInDefaults) {
  const Network network = parse(R"({"name": "n",
    "topology": {"type": "tofu", "extents": [4, 3, 2]},
    "links": [{"bandwidth": "5 GB/s", "latency": "20 ns"}, {"bandwidth": 5e9, "latency": 0},
      {"bandwidth": "40 Gbit/s", "latency": 1e-8}, {"bandwidth": 1, "latency": 0},
      {"bandwidth": 1, "latency": 0}, {"bandwidth": 1, "latency": 0}]})");
  EXPECT_EQ(std::get<GridShape>(network.shape).extents,
            (std::vector<std::uint32_t>{4, 3, 2, 2, 3, 2}));
  EXPECT_EQ(network.link_classes[2].bandwidth, 5e9);
  EXPECT_EQ(network.routing, Routing::dimension_order);
  EXPECT_EQ(network.packet_payload, 2048U);
  EXPECT_EQ(network.nodes.injection_bandwidth, 5e9);
  EXPECT_FALSE(network.switch_buffer);
}

TEST(ReadNetwork, PingPongContainsTheNetwork) {
  const Network network = parse(with_topology_text(
      R"({"type": "single-switch", "nodes": 4})",
      R"(, "switches": {"latency": "200 ns"}, "mpi": {"ping_pong": "11.6 us"})"));
  EXPECT_NEAR(empty_message_time(network), 220e-9, 1e-15);
  EXPECT_NEAR(network.mpi.send_overhead, (11.6e-6 - 220e-9) / 2, 1e-15);
  EXPECT_EQ(network.mpi.send_overhead, network.mpi.receive_overhead);
  EXPECT_THAT(network_fault(with_topology_text(R"({"type": "single-switch", "nodes": 4})",
                                               R"(, "mpi": {"ping_pong": "1 ns"})")),
              HasSubstr("cannot take 1 ns where links, switches and NICs alone take 20 ns"));
}

TEST(ReadNetwork, NamesEveryFault) {
  const std::string fault = network_fault(R"({"name": "n",
    "topology": {"type": "torus", "extents": [4, 0, 2], "wraps": [true]},
    "links": {"bandwidth": 0, "latncy": "1 ns"},
    "packets": {"payload": "2 TB"},
    "mpi": {"eager": 1, "library": "lam"}})");
  for (const char* const part :
       {"/topology/extents/1: expected a whole number from 1", "/topology/wraps: expected as many",
        "/links/bandwidth", "'latency' is missing", "did you mean 'latency'?",
        "/packets/payload: expected packets of at most 8 MiB",
        "/mpi/eager: there is no such member", "/mpi/library"})
    EXPECT_THAT(fault, HasSubstr(part));
}

TEST(ReadNetwork, RefusesShapesThatCannotBe) {
  EXPECT_THAT(network_fault(with_topology_text(R"({"type": "torous", "extents": [4]})")),
              HasSubstr("did you mean 'torus'?"));
  EXPECT_THAT(network_fault(with_topology_text(
                  R"({"type": "dragonfly", "groups": 9, "routers_per_group": 2,
                      "nodes_per_router": 1, "global_links_per_router": 1})")),
              HasSubstr("2 routers with 1 global link each cannot reach 8 other groups"));
  EXPECT_THAT(network_fault(with_topology_text(R"({"type": "torus", "extents": [65536, 65536]})")),
              HasSubstr("is the most that hpcast simulates"));
  EXPECT_THAT(
      network_fault(with_topology_text(R"({"type": "fat-tree", "down": [4], "up": [1, 2]})")),
      HasSubstr("as many levels"));
  EXPECT_THAT(network_fault(with_topology_text(R"({"type": "mesh", "extents": [4]})",
                                               R"(, "routing": "ecmp")")),
              HasSubstr("expected 'dimension-order' or 'valiant' for this topology"));
  EXPECT_THAT(network_fault(with_topology_text(R"({"type": "mesh", "extents": [4]})",
                                               R"(, "switches": {"buffer": "1 KiB"})")),
              HasSubstr("a buffer takes whole packets"));
  EXPECT_THAT(network_fault(with_topology_text(R"({"type": "mesh", "extents": [4]})",
                                               R"(, "nodes": {"ranks": 4})")),
              HasSubstr("how they talk to each other"));
}

TEST(ReadNetwork, CountsWhatIsTooLarge) {
  EXPECT_EQ(network_fault(with_topology_text(R"({"type": "torus", "extents": [65536, 65536]})")),
            "n.json:1: /topology/extents: the network has 4294967296 nodes, and 16777216 is the "
            "most that hpcast simulates");
  EXPECT_THAT(network_fault(with_topology_text(
                  R"({"type": "mesh", "extents": [65536, 65536, 65536, 65536, 65536]})")),
              HasSubstr("the network has more than 10^19 nodes"));
  EXPECT_THAT(network_fault(with_topology_text(
                  R"({"type": "fat-tree", "down": [2, 2], "up": [16777216, 16777216]})")),
              HasSubstr("/topology/down: the network has 1125900041060352 links, and"));
  EXPECT_THAT(
      network_fault(with_topology_text(R"({"type": "fat-tree", "arity": 1, "levels": 16777216})")),
      HasSubstr("/topology/levels: expected at most 32 levels"));
}

int lines_in(const std::string& text) {
  return 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

TEST(ReadNetwork, NamesAFaultOnce) {
  // A routing that the topology would have, were it right.
  const std::string extents = network_fault(with_topology_text(
      R"({"type": "torus", "extents": [4, 0]})", R"(, "routing": "dimension-order")"));
  EXPECT_EQ(lines_in(extents), 1) << extents;
  const std::string zero = network_fault(R"({"name": "n",
    "topology": {"type": "mesh", "extents": [4]}, "links": {"bandwidth": 0, "latency": 0}})");
  EXPECT_EQ(zero, "n.json:2: /links/bandwidth: must be above 0, found 0");
  const std::string slow = network_fault(R"({"name": "n",
    "topology": {"type": "mesh", "extents": [4]}, "links": {"bandwidth": 0.5, "latency": 2000}})");
  EXPECT_EQ(lines_in(slow), 2) << slow;
  const std::string none =
      network_fault(with_topology_text(R"({"type": "custom", "nodes": 0, "links": [{}]})"));
  EXPECT_EQ(none, "n.json:1: /topology/nodes: must be above 0, found 0");
  const std::string missing = network_fault(with_topology_text(
      R"({"type": "dragonfly", "groups": 9, "routers_per_group": 2, "nodes_per_router": 1})"));
  EXPECT_EQ(lines_in(missing), 1) << missing;
  EXPECT_THAT(missing, HasSubstr("'global_links_per_router' is missing"));
}

TEST(ReadNetwork, RefusesMembersOfTopologiesWithoutEffect) {
  EXPECT_THAT(network_fault(with_topology_text(
                  R"({"type": "dragonfly", "groups": 1, "routers_per_group": 2,
                      "nodes_per_router": 1, "global_links_per_router": 1})")),
              HasSubstr("they lead to other groups, and there is only one\n  leave it out"));
  EXPECT_THAT(
      network_fault(with_topology_text(R"({"type": "torus", "extents": [4], "wrap": [true]})")),
      HasSubstr("/topology/wrap: there is no such member\n  did you mean 'wraps'?"));
}

TEST(ReadNetwork, RefusesGraphsThatFallApart) {
  const auto custom = [](const std::string& list) {
    return with_topology_text(
        R"({"type": "custom", "nodes": ["a", "b", "c"], "switches": ["s"], "links": [)" + list +
        "]}");
  };
  EXPECT_THAT(network_fault(custom(R"({"from": "a", "to": "s"}, {"from": "b", "to": "x"})")),
              HasSubstr("/topology/links/1/to: there is no node or switch 'x'"));
  EXPECT_THAT(network_fault(custom(R"({"from": "a", "to": "s"}, {"from": "b", "to": "s"})")),
              HasSubstr("the network falls apart: no way from 'a' to 'c'"));
  EXPECT_THAT(network_fault(custom(R"({"from": "a", "to": "a"})")), HasSubstr("leads back"));
  EXPECT_THAT(network_fault(with_topology_text(
                  R"({"type": "custom", "nodes": ["a", "b"], "switches": ["s", "t"], "links": [
                      {"from": "a", "to": "s"}, {"from": "b", "to": "s"}]})")),
              HasSubstr("no way from 'a' to 't'"));
}

// As fast as the links of a node, whatever others there are.
TEST(ReadNetwork, InterfacesAreAsFastAsTheLinksOfNodes) {
  EXPECT_EQ(parse(R"({"name": "n", "topology": {"type": "dragonfly", "groups": 3,
    "routers_per_group": 2, "nodes_per_router": 1, "global_links_per_router": 1},
    "links": [{"bandwidth": "10 GB/s", "latency": 0}, {"bandwidth": "20 GB/s", "latency": 0},
      {"bandwidth": "40 GB/s", "latency": 0}]})")
                .nodes.injection_bandwidth,
            10e9);
  EXPECT_EQ(parse(R"({"name": "n", "topology": {"type": "custom", "nodes": ["a", "b"],
    "switches": ["s", "t"], "links": [
      {"from": "a", "to": "s", "bandwidth": "3 GB/s", "latency": 0},
      {"from": "s", "to": "t", "bandwidth": "40 GB/s", "latency": 0},
      {"from": "t", "to": "b", "bandwidth": "5 GB/s", "latency": 0}]}})")
                .nodes.injection_bandwidth,
            5e9);
}

TEST(ReadNetwork, ShippedNetworksReadAndFitTheSchema) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_tree() + "/machines")) {
    if (!entry.path().string().ends_with(".ndl.json")) continue;
    ++found;
    EXPECT_NO_THROW(parse_network(read_json(entry.path().string()))) << entry.path();
    EXPECT_EQ(Conformance("ndl.schema.json").faults(read_json(entry.path().string()).root),
              std::vector<std::string>{});
  }
  EXPECT_GE(found, 5);
}

}  // namespace

}  // namespace hpcast::ndl
