#include "hpcast/inputs/dat/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/read.h"

namespace hpcast::dat {
namespace {

using testing::ElementsAre;

// Objects are of one class a kind; edges are pairs of names.
Machine machine(const std::vector<std::string>& cores, const std::vector<std::string>& caches,
                const std::vector<std::string>& memories, const std::vector<std::string>& routers,
                const std::vector<std::pair<std::string, std::string>>& edges) {
  Json json;
  json["core_class"] = {{{"name", "c"}}};
  json["cache_class"] = {{{"name", "c"},
                          {"capacity", 64},
                          {"associativity", 1},
                          {"linesize", 64},
                          {"read_bandwidth", 1}}};
  json["mem_class"] = {{{"name", "c"}, {"capacity", 64}, {"linesize", 64}, {"read_bandwidth", 1}}};
  json["router_class"] = {{{"name", "c"}, {"read_bandwidth", 1}}};
  json["edge_class"] = {{{"name", "c"}}};
  const auto add = [&](const char* key, const std::vector<std::string>& names) {
    for (const std::string& name : names) json[key].push_back({{"name", name}, {"class", "c"}});
  };
  add("core_obj", cores);
  add("cache_obj", caches);
  add("mem_obj", memories);
  add("router_obj", routers);
  for (const auto& [source, target] : edges) {
    json["edge_obj"].push_back({{"name", "e" + std::to_string(json["edge_obj"].size())},
                                {"class", "c"},
                                {"source", source},
                                {"target", target}});
  }
  return parse_machine(json.dump(), "test");
}

std::vector<std::string> names(const Machine& m, std::span<const Hop> route) {
  std::vector<std::string> result;
  for (const Hop& hop : route) result.push_back(m.vertex_object(hop.vertex).name);
  return result;
}

TEST(Routes, LeastHopsWithEdgesAndDirections) {
  const Machine m =
      machine({"c0"}, {"L1"}, {"m0"}, {"r0"}, {{"L1", "c0"}, {"L1", "r0"}, {"m0", "r0"}});
  const Routes routes(m);
  ASSERT_THAT(names(m, routes.route(0, 0)), ElementsAre("L1", "r0", "m0"));
  EXPECT_EQ(routes.route(0, 0)[0].edge, 0U);
  EXPECT_FALSE(routes.route(0, 0)[0].forward);
  EXPECT_TRUE(routes.route(0, 0)[1].forward);
  EXPECT_FALSE(routes.route(0, 0)[2].forward);
}

TEST(Routes, AmongEqualsTheSmallestSequenceOfVertexNumbers) {
  // r1 - r2 and r0 - r3 are equally long; r0 comes first in the file although its edges come last.
  const Machine m =
      machine({"c0"}, {}, {"m0"}, {"r0", "r1", "r2", "r3"},
              {{"c0", "r1"}, {"r1", "r2"}, {"r2", "m0"}, {"c0", "r0"}, {"r0", "r3"}, {"r3", "m0"}});
  EXPECT_THAT(names(m, Routes(m).route(0, 0)), ElementsAre("r0", "r3", "m0"));
}

TEST(Routes, OfParallelEdgesTheFirst) {
  const Machine m = machine({"c0"}, {}, {"m0"}, {}, {{"m0", "c0"}, {"c0", "m0"}});
  EXPECT_EQ(Routes(m).route(0, 0)[0].edge, 0U);
}

TEST(Routes, NeverThroughCoresOrMemories) {
  const Machine m = machine({"c0", "c1"}, {}, {"m0", "m1"}, {"r0", "r1", "r2"},
                            {{"c0", "c1"},
                             {"c1", "m1"},
                             {"c0", "m0"},
                             {"m0", "m1"},
                             {"c0", "r0"},
                             {"r0", "r1"},
                             {"r1", "r2"},
                             {"r2", "m1"}});
  const Routes routes(m);
  EXPECT_THAT(names(m, routes.route(0, 1)), ElementsAre("r0", "r1", "r2", "m1"));
  EXPECT_TRUE(routes.route(1, 0).empty());
  EXPECT_EQ(routes.nearest_memory(0), 0U);
  EXPECT_EQ(routes.nearest_memory(1), 1U);
}

TEST(Routes, NearestMemoryIsTheFirstAmongEquals) {
  const Machine m =
      machine({"c0"}, {}, {"m0", "m1"}, {"r0"}, {{"c0", "r0"}, {"r0", "m1"}, {"r0", "m0"}});
  EXPECT_EQ(Routes(m).nearest_memory(0), 0U);
}

// Cores of one L3 share what lies behind it; the far router has two ways of the same length.
TEST(Routes, BehindAForkAreEverybodys) {
  const Machine m = machine({"c0", "c1", "c2"}, {"a", "b", "l3"}, {"m0", "m1"}, {"r0", "r1", "r2"},
                            {{"c0", "a"},
                             {"a", "l3"},
                             {"c1", "b"},
                             {"b", "l3"},
                             {"c2", "l3"},
                             {"l3", "m0"},
                             {"l3", "r1"},
                             {"l3", "r0"},
                             {"r0", "r2"},
                             {"r1", "r2"},
                             {"r2", "m1"}});
  const Routes routes(m);
  EXPECT_THAT(names(m, routes.route(0, 1)), ElementsAre("a", "l3", "r0", "r2", "m1"));
  EXPECT_THAT(names(m, routes.route(1, 1)), ElementsAre("b", "l3", "r0", "r2", "m1"));
  EXPECT_THAT(names(m, routes.route(2, 1)), ElementsAre("l3", "r0", "r2", "m1"));
  EXPECT_THAT(names(m, routes.route(1, 0)), ElementsAre("b", "l3", "m0"));
}

TEST(Levels, AreDistancesFromTheNearestCore) {
  const Machine m = machine(
      {"c0", "c1"}, {"L1", "L2", "lost"}, {"m0", "m1"}, {},
      {{"c0", "L1"}, {"L1", "L2"}, {"L2", "m0"}, {"c1", "L2"}, {"m0", "lost"}, {"c1", "m1"}});
  EXPECT_THAT(levels(m), ElementsAre(0, 0, 1, 1, unreached, 2, 1));
}

TEST(Numa, ListsNodesWithMemory) {
  const Machine nps4 = generate("epyc-7702x2-nps4");
  EXPECT_EQ(memory_nodes(nps4), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  const Machine nps0 = generate("epyc-7702x2-nps0");
  EXPECT_THAT(memory_nodes(nps0), ElementsAre(0));
}

TEST(Routes, AreFastForAThousandCores) {
  const Machine m = generate_custom({"sockets=4", "numa=16", "ccx=4", "cores=4"});
  ASSERT_EQ(m.cores.size(), 1024U);
  ASSERT_EQ(m.memories.size(), 64U);
  const auto start = std::chrono::steady_clock::now();
  const Routes routes(m);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(routes.nearest_memory(1023), 63U);
  EXPECT_LT(elapsed.count(), 5.0);  // 0.02 s when it was written; sanitizers are slower
  RecordProperty("seconds", std::to_string(elapsed.count()));
}

}  // namespace
}  // namespace hpcast::dat
