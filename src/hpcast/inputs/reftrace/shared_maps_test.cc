#include "hpcast/inputs/reftrace/shared_maps.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace hpcast::reftrace {
namespace {

constexpr std::uint64_t page = 4096;

class SharedMapsTest : public testing::Test {
 protected:
  void map(std::uint64_t first, std::uint64_t pages, std::uint64_t file = 1) {
    maps().add({first * page, pages * page, file, 0});
  }
  void unmap(std::uint64_t first, std::uint64_t pages) {
    maps().remove(first * page, pages * page);
  }
  bool is_shared(std::uint64_t first, std::uint64_t pages = 1) {
    return maps().any_in(first * page, pages * page);
  }
  std::size_t changes() {
    std::uint32_t seen = 0;
    maps().each_since(seen, [](const SharedMap&) {});
    return seen;
  }
  SharedMaps& maps() { return *maps_; }

 private:
  std::unique_ptr<SharedMaps> maps_ = std::make_unique<SharedMaps>();
};

TEST_F(SharedMapsTest, TellEachChangeOnce) {
  map(10, 4, 7);
  std::uint32_t seen = 0;
  std::vector<SharedMap> told;
  const auto tell = [&](const SharedMap& change) { told.push_back(change); };
  maps().each_since(seen, tell);
  maps().each_since(seen, tell);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].address, 10 * page);
  EXPECT_EQ(told[0].bytes, 4 * page);
  EXPECT_EQ(told[0].file, 7U);
  unmap(10, 4);
  maps().each_since(seen, tell);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[1].file, 0U);
}

TEST_F(SharedMapsTest, WhatWasNeverSharedIsNoChange) {
  map(10, 4);
  unmap(14, 100);
  unmap(0, 10);
  maps().add({20 * page, 0, 1, 0});
  EXPECT_EQ(changes(), 1U);
}

TEST_F(SharedMapsTest, PartsAreGivenUpOneByOne) {
  map(10, 8);
  unmap(12, 2);
  EXPECT_TRUE(is_shared(10, 2));
  EXPECT_FALSE(is_shared(12, 2));
  EXPECT_TRUE(is_shared(13, 2));
  EXPECT_TRUE(is_shared(0, 100));
  unmap(14, 100);
  unmap(0, 12);
  EXPECT_FALSE(is_shared(0, 100));
  EXPECT_EQ(changes(), 4U);
  // As an allocator does with private memory that has come to lie there.
  for (int i = 0; i < 10; ++i) unmap(10, 8);
  EXPECT_EQ(changes(), 4U);
}

TEST_F(SharedMapsTest, FindsTheLastPageThatIsStillShared) {
  for (const bool upwards : {true, false}) {
    map(100, 1000);
    for (std::uint64_t i = 0; i < 999; ++i) unmap(upwards ? 100 + i : 1099 - i, 1);
    const std::uint64_t last = upwards ? 1099 : 100;
    EXPECT_TRUE(is_shared(100, 1000));
    EXPECT_TRUE(is_shared(last));
    unmap(last, 1);
    EXPECT_FALSE(is_shared(100, 1000));
  }
}

TEST_F(SharedMapsTest, MemoryIsSharedAgainWhereItIsMappedAgain) {
  map(10, 4);
  unmap(10, 4);
  map(11, 1, 2);
  EXPECT_FALSE(is_shared(10));
  EXPECT_TRUE(is_shared(11));
  EXPECT_FALSE(is_shared(12, 2));
}

TEST_F(SharedMapsTest, ASegmentIsGivenUpAsAWhole) {
  map(10, 4);
  map(20, 4);
  maps().remove_segment(20 * page);
  maps().remove_segment(30 * page);
  EXPECT_TRUE(is_shared(10, 4));
  EXPECT_FALSE(is_shared(20, 4));
  EXPECT_EQ(changes(), 3U);
}

TEST_F(SharedMapsTest, RoomIsLeftToGiveUpWhatIsMapped) {
  for (std::uint64_t i = 0; i < 5000; ++i) map(10 * i, 1);
  const std::size_t mapped = changes();
  EXPECT_LT(mapped, 5000U);
  for (std::uint64_t i = 0; i < 5000; ++i) unmap(10 * i, 1);
  EXPECT_EQ(changes(), 2 * mapped);
  EXPECT_FALSE(is_shared(0, 50000));
}

}  // namespace
}  // namespace hpcast::reftrace
