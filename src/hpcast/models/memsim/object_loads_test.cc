#include "hpcast/models/memsim/object_loads.h"

#include <gtest/gtest.h>

namespace hpcast::memsim {
namespace {

// Two cores, two memories; the second memory has a memory-side cache before it.
class Loads : public ::testing::Test {
 protected:
  Loads() {
    topology.cores = topology.memories = 2;
    counts.path.resize(4);
    for (int core = 0; core < 2; ++core) {
      watched.on_path.push_back({{0, 1, true}});
      watched.on_path.push_back({{1, 2, false}});
    }
    watched.objects = 2;
  }
  // At the memory.
  void read(std::uint32_t core, std::uint32_t memory, std::uint64_t bytes) {
    counts.path[topology.path(core, memory)].level[1 + memory].bytes_read += bytes;
  }

  Topology topology;
  WatchedObjects watched;
  PhaseCounts counts;
};

TEST_F(Loads, AreBytesInTheTimeWorked) {
  ObjectLoads loads(topology, watched);
  read(0, 0, 600);
  read(1, 1, 50);
  counts.path[0].level[1].bytes_written += 200;
  counts.path[0].bypass.bytes_written += 100;
  counts.path[1].bypass.bytes_written += 100;  // the memory-side cache has it
  loads.add(0, 0, 0, counts);
  loads.add(7, 1, 0, counts);
  const std::vector<ThreadUse> uses = loads.end_interval({2, 10});
  ASSERT_EQ(uses.size(), 2U);
  EXPECT_EQ(uses[0].thread, 0U);
  EXPECT_EQ(uses[0].objects[0].read, 300);
  EXPECT_EQ(uses[0].objects[0].written, 150);
  EXPECT_EQ(uses[0].objects[1].written, 0);
  EXPECT_EQ(uses[1].thread, 7U);
  EXPECT_EQ(uses[1].objects[1].read, 5);
}

TEST_F(Loads, WhatWasToldOfIsNotToldAgain) {
  ObjectLoads loads(topology, watched);
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  EXPECT_EQ(loads.end_interval({2, 0}).size(), 1U);
  loads.add(0, 0, 0, counts);
  EXPECT_TRUE(loads.end_interval({3, 0}).empty());
  read(0, 0, 30);
  loads.add(0, 0, 0, counts);
  EXPECT_EQ(loads.end_interval({6, 0})[0].objects[0].read, 10);
}

TEST_F(Loads, WithoutTimeAreToldOfLater) {
  ObjectLoads loads(topology, watched);
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  EXPECT_TRUE(loads.end_interval({0, 5}).empty());
  EXPECT_EQ(loads.end_interval({3, 6})[0].objects[0].read, 200);
}

TEST_F(Loads, ThreadsOfACoreTakeTurns) {
  ObjectLoads loads(topology, watched);
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  read(0, 0, 300);
  loads.add(1, 0, 0, counts);
  const std::vector<ThreadUse> uses = loads.end_interval({3, 0});  // one after the other
  EXPECT_EQ(uses[0].objects[0].read, 200);
  EXPECT_EQ(uses[1].objects[0].read, 100);
}

TEST_F(Loads, FollowPartsThatAreJoined) {
  ObjectLoads loads(topology, watched);
  PhaseCounts other = counts;
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  other.path[0].level[1].bytes_read = 40;
  loads.add(0, 0, 1, other);
  EXPECT_EQ(loads.end_interval({2, 0})[0].objects[0].read, 320);
  loads.follow({0, 0});
  read(0, 0, 40 + 70);  // 640 of them known
  loads.add(0, 0, 0, counts);
  EXPECT_EQ(loads.end_interval({3, 0})[0].objects[0].read, 70);
}

// An object that all ways share sees what passes on any of them.
TEST_F(Loads, OfAllWaysThatPassTheObjectAreOneSum) {
  for (auto& passages : watched.on_path) passages = {{0, 0, true}};
  ObjectLoads loads(topology, watched);
  counts.path[0].level[0].bytes_read = 10;
  counts.path[1].level[0].bytes_read = 5;
  counts.path[1].bypass.bytes_written = 3;
  loads.add(0, 0, 0, counts);
  const std::vector<ThreadUse> uses = loads.end_interval({1, 0});
  EXPECT_EQ(uses[0].objects[0].read, 15);
  EXPECT_EQ(uses[0].objects[0].written, 3);
}

// Each core - its L1 - edge - router - edge - L3 - edge - memory-side cache - edge - memory.
class Watching : public ::testing::Test {
 protected:
  Watching() {
    machine.core_classes.resize(1);
    machine.cache_classes.resize(2);
    for (dat::CacheClass& c : machine.cache_classes) {
      c.capacity = 1024;
      c.associativity = 2;
    }
    machine.cache_classes[1].side = CacheSide::memory;
    machine.mem_classes.resize(1);
    machine.router_classes.resize(1);
    machine.edge_classes.resize(1);
    machine.cores.resize(2);
    machine.caches.resize(4);  // two L1, L3, before the memory
    machine.caches[3].class_index = 1;
    machine.memories.resize(1);
    machine.routers.resize(1);
    const std::uint32_t router = machine.vertex(dat::Kind::router, 0);
    for (std::uint32_t core = 0; core < 2; ++core) {
      const std::uint32_t l1 = machine.vertex(dat::Kind::cache, core);
      join(core, l1);
      join(l1, router);
    }
    join(router, machine.vertex(dat::Kind::cache, 2));                                // 4
    join(machine.vertex(dat::Kind::cache, 2), machine.vertex(dat::Kind::cache, 3));   // 5
    join(machine.vertex(dat::Kind::cache, 3), machine.vertex(dat::Kind::memory, 0));  // 6
  }
  void join(std::uint32_t from, std::uint32_t to) {
    dat::Edge& edge = machine.edges.emplace_back();
    edge.source = from;
    edge.target = to;
  }
  // Of the first core, "OBJECT.LEVEL" with "b" where non-temporal stores are seen.
  std::string passages(const std::vector<std::pair<dat::Kind, std::uint32_t>>& objects) {
    const dat::Routes routes(machine);
    const Topology topology = make_topology(machine, routes, false);
    const WatchedObjects watched = watch(machine, routes, topology, objects);
    std::string text;
    for (const Passage& p : watched.on_path[0])
      text +=
          std::to_string(p.object) + "." + std::to_string(p.level) + (p.sees_bypass ? "b " : " ");
    return text;
  }
  dat::Machine machine;
};

TEST_F(Watching, FollowsTheWayOutwards) {
  using enum dat::Kind;
  EXPECT_EQ(
      passages({{memory, 0}, {cache, 3}, {cache, 2}, {router, 0}, {edge, 4}, {edge, 5}, {edge, 6}}),
      "3.0b 4.0b 2.0 5.1 1.1 6.2 0.2 ");
}

TEST_F(Watching, DoesNotSeeTheCoresOwn) {
  using enum dat::Kind;
  EXPECT_EQ(passages({{cache, 0}, {edge, 0}}), "");
  EXPECT_EQ(passages({{edge, 1}}), "") << "from its L1 to what is shared: no other core uses it";
}

TEST_F(Watching, NonTemporalStoresReachTheMemoryWithoutAMemorySideCache) {
  using enum dat::Kind;
  machine.cache_classes[1].side = CacheSide::core;
  EXPECT_EQ(passages({{memory, 0}, {cache, 3}, {edge, 6}}), "1.1 2.2b 0.2b ");
}

}  // namespace
}  // namespace hpcast::memsim
