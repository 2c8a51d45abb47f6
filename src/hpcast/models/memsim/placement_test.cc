#include "hpcast/models/memsim/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/memsim/page_map.h"

namespace hpcast::memsim {
namespace {

using Kind = PlacementPolicy::Kind;

// Memories 0 and 1 in node 0, 2 and 3 in node 1; core 0 near node 0, core 1 near node 1.
Placement two_nodes(const PlacementPolicy& policy, std::uint64_t pages = 100) {
  return {policy,
          {{0, 1, 2, 3}, {2, 3, 0, 1}},
          {0, 0, 1, 1},
          std::vector<std::uint64_t>(4, pages * policy.page_bytes)};
}

TEST(Placement, FirstTouchGoesRoundRobinInTheNearestNode) {
  Placement placement = two_nodes({});
  EXPECT_EQ(placement.memory_for(0), 0U);
  EXPECT_EQ(placement.memory_for(1), 2U);
  EXPECT_EQ(placement.memory_for(0), 1U);
  EXPECT_EQ(placement.memory_for(0), 0U);
  EXPECT_EQ(placement.memory_for(1), 3U);
}

TEST(Placement, InterleaveGoesOverAllMemories) {
  Placement placement = two_nodes({.kind = Kind::interleave});
  for (std::uint32_t page = 0; page < 8; ++page) EXPECT_EQ(placement.memory_for(1), page % 4);
}

TEST(Placement, NodeBindsWhoeverTouches) {
  Placement placement = two_nodes({.kind = Kind::node, .nodes = {1}});
  EXPECT_EQ(placement.memory_for(0), 2U);
  EXPECT_EQ(placement.memory_for(0), 3U);
  EXPECT_EQ(placement.memory_for(1), 2U);
}

TEST(Placement, OfSeveralNodesTheNearestComesFirst) {
  Placement placement = two_nodes({.kind = Kind::node, .nodes = {1, 0}});
  EXPECT_EQ(placement.memory_for(0), 0U);
  EXPECT_EQ(placement.memory_for(1), 2U);
}

TEST(Placement, RefusesANodeWithoutMemory) {
  EXPECT_THROW(two_nodes({.kind = Kind::node, .nodes = {7}}), InputError);
}

TEST(Placement, AFullNodeSpillsToTheNextNearest) {
  Placement placement = two_nodes({}, 1);
  EXPECT_EQ(placement.memory_for(0), 0U);
  EXPECT_EQ(placement.memory_for(0), 1U);
  EXPECT_EQ(placement.spilled_pages(), 0U);
  EXPECT_EQ(placement.memory_for(0), 2U);
  EXPECT_EQ(placement.memory_for(0), 3U);
  EXPECT_EQ(placement.spilled_pages(), 2U);
  EXPECT_LT(placement.memory_for(0), 2U);  // nowhere any room: where it belongs
  EXPECT_EQ(placement.spilled_pages(), 3U);
}

TEST(Placement, GranularityBelowAPageLetsTheAddressDecide) {
  Placement placement = two_nodes({.kind = Kind::first_touch, .granularity = 256});
  ASSERT_TRUE(placement.by_address());
  const std::uint32_t group = placement.group_for(1);
  EXPECT_EQ(placement.memory_at(group, 0), 2U);
  EXPECT_EQ(placement.memory_at(group, 255), 2U);
  EXPECT_EQ(placement.memory_at(group, 256), 3U);
  EXPECT_EQ(placement.memory_at(group, 512), 2U);
}

// All four memories in one node; core 0 reaches 0 to 2, core 1 reaches 2 and 3.
TEST(Placement, ACoreIsDealtOnlyMemoriesThatItReaches) {
  const std::vector<std::vector<std::uint32_t>> reach = {{2, 0, 1}, {3, 2}};
  Placement placement({}, reach, {0, 0, 0, 0}, std::vector<std::uint64_t>(4, 2 * 4096));
  for (const std::uint32_t expected : {0U, 1U, 2U, 0U})
    EXPECT_EQ(placement.memory_for(0), expected);
  EXPECT_EQ(placement.memory_for(1), 2U);  // full now, for both
  EXPECT_EQ(placement.memory_for(1), 3U);
  EXPECT_EQ(placement.memory_for(1), 3U);
  EXPECT_EQ(placement.memory_for(0), 1U);
  EXPECT_EQ(placement.spilled_pages(), 0U);

  Placement by_address({.granularity = 256}, reach, {0, 0, 0, 0},
                       std::vector<std::uint64_t>(4, 2 * 4096));
  const std::uint32_t group = by_address.group_for(1);
  EXPECT_EQ(by_address.memory_at(group, 0), 2U);
  EXPECT_EQ(by_address.memory_at(group, 256), 3U);
  for (int page = 0; page < 3; ++page) by_address.group_for(1);
  EXPECT_EQ(by_address.spilled_pages(), 0U);
  by_address.group_for(1);
  EXPECT_EQ(by_address.spilled_pages(), 1U);
}

TEST(Placement, WhatIsGivenBackMakesRoom) {
  Placement placement = two_nodes({}, 1);
  for (const std::uint32_t memory : {0U, 1U, 2U, 3U}) EXPECT_EQ(placement.memory_for(0), memory);
  placement.give_back(1);
  EXPECT_EQ(placement.memory_for(0), 1U);
  const std::uint32_t too_many = placement.memory_for(0);
  EXPECT_LT(too_many, 2U);
  placement.give_back(too_many);  // which leaves as many as there is room for
  placement.give_back(3);
  EXPECT_EQ(placement.memory_for(0), 3U);
}

TEST(PageMap, FindsPagesInARange) {
  PageMap map;
  for (const std::uint64_t number : {0U, 5U, 9U, 10U, 5000U})
    map.at(number, [](auto) { return 0U; });
  const auto in = [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint64_t> numbers;
    map.each_in(begin, end,
                [&](const PageMap::Page& page) { numbers.push_back(page.number_plus_1 - 1); });
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  };
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(in(5, 10), (Numbers{5, 9}));
  EXPECT_EQ(in(1, 1'000'000), (Numbers{5, 9, 10, 5000}));
  EXPECT_EQ(in(10, 10), Numbers());
  EXPECT_EQ(in(10, 5), Numbers());
}

TEST(PageMap, KeepsEveryPageThroughItsGrowth) {
  PageMap map;
  constexpr std::uint64_t pages = 20000;
  for (std::uint64_t p = 0; p < pages; ++p)
    EXPECT_EQ(
        map.at(p * 977, [](std::uint64_t number) { return static_cast<std::uint32_t>(number % 5); })
            .index,
        p);
  for (std::uint64_t p = 0; p < pages; ++p) {
    const PageMap::Page& page = map.at(p * 977, [](std::uint64_t) -> std::uint32_t {
      ADD_FAILURE() << "placed twice";
      return 0;
    });
    EXPECT_EQ(page.index, p);
    EXPECT_EQ(page.memory, p * 977 % 5);
  }
  EXPECT_LE(map.bytes(), pages * 64);
}

}  // namespace
}  // namespace hpcast::memsim
