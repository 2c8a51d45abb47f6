#include "hpcast/models/memsim/core_turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::memsim {
namespace {

using testing::ElementsAre;
using Cores = std::vector<std::uint32_t>;

Cores taken(CoreTurns& turns, std::uint32_t block, unsigned threads) {
  Cores cores;
  for (unsigned i = 0; i < threads; ++i) {
    cores.push_back(turns.next(block));
    turns.enter(cores.back());
  }
  return cores;
}

TEST(CoreTurns, GoRoundAllCores) {
  CoreTurns turns(3, {});
  EXPECT_THAT(taken(turns, 0, 7), ElementsAre(0, 1, 2, 0, 1, 2, 0));
  EXPECT_EQ(turns.load(0), 3U);
  EXPECT_EQ(turns.load(2), 2U);
}

TEST(CoreTurns, GoRoundTheOrderThatIsAskedFor) {
  CoreTurns turns(8, {6, 2});
  EXPECT_THAT(taken(turns, 0, 3), ElementsAre(6, 2, 6));
}

TEST(CoreTurns, PreferTheCoreWithFewestThreads) {
  CoreTurns turns(3, {});
  taken(turns, 0, 3);
  turns.leave(1);
  EXPECT_THAT(taken(turns, 0, 3), ElementsAre(1, 1, 2));  // then its own turn, where all are alike
}

TEST(CoreTurns, ProcessesOneAfterTheOtherHaveTheSameCores) {
  CoreTurns turns(4, {});
  taken(turns, 0, 2);
  turns.begin_process(0);  // beside the first one
  EXPECT_THAT(taken(turns, 0, 1), ElementsAre(2));
  for (const std::uint32_t core : {0U, 1U}) turns.leave(core);
  turns.begin_process(0);
  EXPECT_THAT(taken(turns, 0, 3), ElementsAre(0, 1, 3));
}

TEST(CoreTurns, GiveEachRankCoresOfItsOwn) {
  CoreTurns turns(7, {});
  for (const std::uint32_t rank : {2U, 0U, 1U}) {
    const std::uint32_t block = turns.block_of(rank, 3);
    EXPECT_EQ(turns.rank_of(block).rank, rank);
    EXPECT_EQ(turns.rank_of(block).ranks, 3U);
    EXPECT_EQ(turns.block_of(rank, 3), block);
    EXPECT_THAT(taken(turns, block, 3), ElementsAre(2 * rank, 2 * rank + 1, 2 * rank));
  }
  EXPECT_EQ(turns.rank_of(0).ranks, 0U);
  EXPECT_EQ(turns.next(0), 6U);
}

TEST(CoreTurns, MoreRanksThanCoresShareThem) {
  CoreTurns turns(4, {3, 1});
  const auto core_of = [&](std::uint32_t rank) { return turns.next(turns.block_of(rank, 5)); };
  EXPECT_THAT((Cores{core_of(0), core_of(1), core_of(2), core_of(4)}), ElementsAre(3, 1, 3, 3));
}

}  // namespace
}  // namespace hpcast::memsim
