#include "hpcast/memsim/memory_loads.h"

#include <gtest/gtest.h>

namespace hpcast::memsim {
namespace {

// Two cores, two memories; the second memory has a memory-side cache before it.
class Loads : public ::testing::Test {
 protected:
  Loads() {
    topology.cores = topology.memories = 2;
    topology.shared_caches = {{0}, {0, 1}, {0}, {0, 1}};
    topology.core_side_levels = {1, 1, 1, 1};
    counts.path.resize(4);
  }
  // At the memory.
  void read(std::uint32_t core, std::uint32_t memory, std::uint64_t bytes) {
    counts.path[topology.path(core, memory)].level[1 + memory].bytes_read += bytes;
  }

  Topology topology;
  PhaseCounts counts;
};

TEST_F(Loads, AreBytesInTheTimeWorked) {
  MemoryLoads loads(topology);
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
  EXPECT_EQ(uses[0].memories[0].read, 300);
  EXPECT_EQ(uses[0].memories[0].written, 150);
  EXPECT_EQ(uses[0].memories[1].written, 0);
  EXPECT_EQ(uses[1].thread, 7U);
  EXPECT_EQ(uses[1].memories[1].read, 5);
}

TEST_F(Loads, WhatWasToldOfIsNotToldAgain) {
  MemoryLoads loads(topology);
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  EXPECT_EQ(loads.end_interval({2, 0}).size(), 1U);
  loads.add(0, 0, 0, counts);
  EXPECT_TRUE(loads.end_interval({3, 0}).empty());
  read(0, 0, 30);
  loads.add(0, 0, 0, counts);
  EXPECT_EQ(loads.end_interval({6, 0})[0].memories[0].read, 10);
}

TEST_F(Loads, WithoutTimeAreToldOfLater) {
  MemoryLoads loads(topology);
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  EXPECT_TRUE(loads.end_interval({0, 5}).empty());
  EXPECT_EQ(loads.end_interval({3, 6})[0].memories[0].read, 200);
}

TEST_F(Loads, ThreadsOfACoreTakeTurns) {
  MemoryLoads loads(topology);
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  read(0, 0, 300);
  loads.add(1, 0, 0, counts);
  const std::vector<ThreadUse> uses = loads.end_interval({3, 0});  // one after the other
  EXPECT_EQ(uses[0].memories[0].read, 200);
  EXPECT_EQ(uses[1].memories[0].read, 100);
}

TEST_F(Loads, FollowPartsThatAreJoined) {
  MemoryLoads loads(topology);
  PhaseCounts other = counts;
  read(0, 0, 600);
  loads.add(0, 0, 0, counts);
  other.path[0].level[1].bytes_read = 40;
  loads.add(0, 0, 1, other);
  EXPECT_EQ(loads.end_interval({2, 0})[0].memories[0].read, 320);
  loads.follow({0, 0});
  read(0, 0, 40 + 70);  // 640 of them known
  loads.add(0, 0, 0, counts);
  EXPECT_EQ(loads.end_interval({3, 0})[0].memories[0].read, 70);
}

}  // namespace
}  // namespace hpcast::memsim
