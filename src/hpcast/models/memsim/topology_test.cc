#include "hpcast/models/memsim/topology.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/simulation.h"

namespace hpcast::memsim {
namespace {

using Caches = std::vector<std::uint32_t>;

// Caches "A 64" are named A0, A1, … with that linesize and may have more members; edges "a-b".
struct Plan {
  std::uint32_t cores = 2, memories = 1;
  std::vector<std::string> caches;  // object names; their class is the first letter
  std::string l_extra, s_extra;     // members of the classes l and s
  std::vector<std::pair<std::string, std::string>> edges;
};

dat::Machine machine(const Plan& plan) {
  std::string text = R"({"core_class": [{"name": "c", "dp_flops": 1, "sp_flops": 1, "ips": 1}],
    "mem_class": [{"name": "m", "capacity": 1048576, "linesize": 64, "read_bandwidth": 1}],
    "router_class": [], "router_obj": [], "edge_class": [{"name": "e"}], "cache_class": [)";
  const auto cache_class = [](const char* name, const std::string& extra) {
    return std::string(R"({"name": ")") + name +
           R"(", "capacity": 4096, "associativity": 1, "read_bandwidth": 1)" +
           (extra.find("linesize") == std::string::npos ? R"(, "linesize": 64)" : "") + extra + "}";
  };
  text += cache_class("l", plan.l_extra) + "," + cache_class("s", plan.s_extra) + "]";
  const auto objects = [&](const char* kind, const std::vector<std::string>& names) {
    text += std::string(", \"") + kind + "\": [";
    for (const std::string& name : names)
      text += (name == names[0] ? "" : ",") + std::string(R"({"name": ")") + name +
              R"(", "class": ")" + name[0] + "\"}";
    text += "]";
  };
  std::vector<std::string> cores, memories;
  for (std::uint32_t c = 0; c < plan.cores; ++c) cores.push_back("c" + std::to_string(c));
  for (std::uint32_t m = 0; m < plan.memories; ++m) memories.push_back("m" + std::to_string(m));
  objects("core_obj", cores);
  objects("cache_obj", plan.caches);
  objects("mem_obj", memories);
  text += R"(, "edge_obj": [)";
  for (std::size_t i = 0; i < plan.edges.size(); ++i)
    text += (i == 0 ? "" : ",") + std::string(R"({"name": "e)") + std::to_string(i) +
            R"(", "class": "e", "source": ")" + plan.edges[i].first + R"(", "target": ")" +
            plan.edges[i].second + "\"}";
  return dat::parse_machine(text + "]}", "topology_test");
}

Topology topology(const Plan& plan, bool coherent = false) {
  const dat::Machine m = machine(plan);
  return make_topology(m, dat::Routes(m), coherent);
}

Plan private_and_shared() {
  return {.cores = 2,
          .memories = 1,
          .caches = {"l0", "l1", "s0"},
          .l_extra = {},
          .s_extra = {},
          .edges = {{"c0", "l0"}, {"c1", "l1"}, {"l0", "s0"}, {"l1", "s0"}, {"s0", "m0"}}};
}

TEST(Topology, PrivateIsWhatOneCoreAlonePasses) {
  const Topology t = topology(private_and_shared());
  EXPECT_EQ(t.private_caches[0], Caches{0});
  EXPECT_EQ(t.private_caches[1], Caches{1});
  EXPECT_EQ(t.shared_caches[t.path(0, 0)], Caches{2});
  EXPECT_EQ(t.cores_of_cache[2], (Caches{0, 1}));
  EXPECT_EQ(t.private_configs.size(), 1U);
  EXPECT_EQ(t.private_configs[0].levels, 1U);
}

TEST(Topology, ACacheSharedByAllFromTheStartLeavesNothingPrivate) {
  Plan plan = private_and_shared();
  plan.caches = {"s0"};
  plan.edges = {{"c0", "s0"}, {"c1", "s0"}, {"s0", "m0"}};
  const Topology t = topology(plan);
  EXPECT_TRUE(t.private_caches[0].empty());
  EXPECT_EQ(t.private_configs[0].levels, 0U);
  EXPECT_EQ(t.private_configs[0].log2_combining, 6U);
}

TEST(Topology, AMemorySideCacheIsOnTheRoutesToItsMemoryOnly) {
  Plan plan = private_and_shared();
  plan.cores = 1;
  plan.memories = 2;
  plan.caches = {"l0", "s0"};
  plan.edges = {{"c0", "l0"}, {"l0", "s0"}, {"s0", "m0"}, {"l0", "m1"}};
  const Topology t = topology(plan);
  EXPECT_EQ(t.private_caches[0], Caches{0});  // the route to m1 does not pass s0
  EXPECT_EQ(t.shared_caches[t.path(0, 0)], Caches{1});
  EXPECT_TRUE(t.shared_caches[t.path(0, 1)].empty());
  EXPECT_EQ(t.nearest_memories[0], (std::vector<std::uint32_t>{1, 0}));
}

TEST(Topology, AMemoryOutOfReachIsNobodysNearest) {
  Plan plan = private_and_shared();
  plan.memories = 2;
  plan.edges = {{"c0", "l0"}, {"l0", "m0"}, {"c1", "l1"}, {"l1", "s0"}, {"s0", "m1"}};
  const Topology t = topology(plan);
  EXPECT_EQ(t.nearest_memories[0], std::vector<std::uint32_t>{0});
  EXPECT_EQ(t.nearest_memories[1], std::vector<std::uint32_t>{1});
  EXPECT_EQ(t.private_caches[1], (Caches{1, 2}));
}

TEST(Topology, CoherenceTracksTheLongestPrivateLine) {
  Plan plan = private_and_shared();
  plan.l_extra = R"(, "linesize": 128)";
  plan.s_extra = R"(, "linesize": 256)";
  const Topology t = topology(plan, true);
  EXPECT_EQ(t.log2_granule, 7U);
  EXPECT_EQ(t.log2_longest_line, 8U);
}

TEST(Topology, VictimsAreWantedByAnExclusiveSharedCache) {
  Plan plan = private_and_shared();
  EXPECT_EQ(topology(plan).private_configs[0].victims_wanted, 0U);
  plan.s_extra = R"(, "inclusion": "exclusive")";
  EXPECT_EQ(topology(plan).private_configs[0].victims_wanted, 1U);
}

std::string refusal(const Plan& plan) {
  try {
    topology(plan);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Topology, RefusesAnExclusiveCacheWithoutTheSameLineAbove) {
  Plan plan = private_and_shared();
  plan.l_extra = R"(, "inclusion": "exclusive")";
  EXPECT_NE(refusal(plan).find("cache 'l0' is exclusive"), std::string::npos);
  plan.l_extra = R"(, "linesize": 128)";
  plan.s_extra = R"(, "inclusion": "exclusive")";
  EXPECT_NE(refusal(plan).find("cache 's0' is exclusive"), std::string::npos);
}

TEST(Topology, RefusesLinesOverAKibibyte) {
  Plan plan = private_and_shared();
  plan.s_extra = R"(, "linesize": 2048)";
  EXPECT_NE(refusal(plan).find("over 1024 bytes"), std::string::npos);
}

TEST(Simulation, RefusesAGranularityBelowTheLongestLine) {
  Plan plan = private_and_shared();
  plan.s_extra = R"(, "linesize": 256)";
  const dat::Machine m = machine(plan);
  SimulationOptions options;
  options.placement.granularity = 128;
  EXPECT_THROW(Simulation(m, dat::Routes(m), options), InputError);
  options.placement.granularity = 256;
  EXPECT_NO_THROW(Simulation(m, dat::Routes(m), options));
}

// c0 reaches m0 alone, c1 both memories.
Plan half_joined() {
  return {.cores = 2,
          .memories = 2,
          .caches = {"l0", "l1"},
          .l_extra = {},
          .s_extra = {},
          .edges = {{"c0", "l0"}, {"c1", "l1"}, {"l0", "m0"}, {"l1", "m0"}, {"l1", "m1"}}};
}

TEST(Simulation, RefusesToPlacePagesWhereACoreDoesNotReach) {
  const dat::Machine m = machine(half_joined());
  const dat::Routes routes(m);
  SimulationOptions options;
  EXPECT_NO_THROW(Simulation(m, routes, options));
  options.placement.kind = PlacementPolicy::Kind::interleave;
  try {
    const Simulation simulation(m, routes, options);
    FAIL() << "did not throw";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("memory 'm1', which core 'c0' does not reach"),
              std::string::npos)
        << error.what();
  }
  options.weave.core_order = {1};
  EXPECT_NO_THROW(Simulation(m, routes, options));
}

}  // namespace
}  // namespace hpcast::memsim
