#include "hpcast/forecast/loaded_memories.h"

#include <gtest/gtest.h>

namespace hpcast::forecast {
namespace {

// The first has no curve; the second's has 10 s more for each byte a second that is read, 20 for
// each that is written.
dat::Machine memories_machine() {
  dat::Machine machine;
  machine.mem_classes.resize(2);
  machine.mem_classes[1].latency_curve = {
      {0, 100, 0}, {1000, 20100, 0}, {0, 100, 100}, {1000, 10100, 100}};
  machine.memories.resize(2);
  machine.memories[1].class_index = 1;
  return machine;
}

using memsim::ThreadUse;

TEST(LoadedMemories, BeginIdle) {
  const LoadedMemories memories(memories_machine());
  EXPECT_TRUE(memories.any());
  EXPECT_FALSE(memories.has_curve(0));
  EXPECT_EQ(memories.latencies(), (std::vector<double>{0, 100}));
  EXPECT_EQ(memories.rise(1), 0);
  EXPECT_FALSE(LoadedMemories(dat::Machine()).any());
}

// 5 bytes a second at 150 s and 10 at 200 s are as many under way as 15 at their mean.
TEST(LoadedMemories, AllThreadsUseThemTogether) {
  LoadedMemories memories(memories_machine());
  const ThreadUse one{0, {{7, 7}, {5, 0}}}, two{1, {{0, 0}, {10, 0}}};
  const std::vector<double> slower{0, 280}, faster{0, 235};
  const std::vector<MetUse> uses{{one, slower}, {two, faster}};
  memories.end_interval(uses);  // 3750 under way: 15 x (100 + 150)
  EXPECT_NEAR(memories.latencies()[1], 250, 1e-9);
  EXPECT_NEAR(memories.rise(1), 150, 1e-9);
  EXPECT_EQ(memories.latencies()[0], 0);
  memories.end_interval({});
  EXPECT_EQ(memories.latencies()[1], 100) << "nobody used it";
}

TEST(LoadedMemories, ByTheShareOfReads) {
  LoadedMemories memories(memories_machine());
  const ThreadUse use{0, {{0, 0}, {5, 5}}};
  const std::vector<double> met{0, 250};
  const std::vector<MetUse> uses{{use, met}};
  memories.end_interval(uses);  // 15 s for each byte a second
  EXPECT_NEAR(memories.latencies()[1], 250, 1e-9);
}

}  // namespace
}  // namespace hpcast::forecast
