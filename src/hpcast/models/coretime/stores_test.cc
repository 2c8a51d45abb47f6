#include "hpcast/models/coretime/stores.h"

#include <gtest/gtest.h>

namespace hpcast::coretime {
namespace {

TEST(Stores, ALoadOfWhatOneWritesHasItAll) {
  Stores stores;
  stores.add(0x1000, 32, 5, 50);
  for (const std::uint64_t at : {0x1000, 0x1008, 0x101c}) {
    const Stores::Found found = stores.find(at, 4, 10);
    EXPECT_TRUE(found.any && found.whole) << at;
    EXPECT_EQ(found.data, 5U);
  }
  EXPECT_FALSE(stores.find(0x1020, 4, 10).any);
  EXPECT_FALSE(stores.find(0xffc, 4, 10).any);
}

TEST(Stores, ALoadOfMoreWaitsForTheCache) {
  Stores stores;
  stores.add(0x1000, 4, 5, 50);
  stores.add(0x1004, 4, 6, 51);
  const Stores::Found found = stores.find(0x1000, 8, 10);
  EXPECT_TRUE(found.any);
  EXPECT_FALSE(found.whole);
  EXPECT_EQ(found.written, 51U);
}

TEST(Stores, NeighboursOfFourBytesAreToldApart) {
  Stores stores;
  stores.add(0x1000, 4, 5, 50);
  stores.add(0x1004, 4, 6, 51);
  EXPECT_EQ(stores.find(0x1000, 4, 10).data, 5U);
  EXPECT_EQ(stores.find(0x1004, 4, 10).data, 6U);
}

TEST(Stores, TheLastOneCounts) {
  Stores stores;
  stores.add(0x1000, 8, 5, 50);
  stores.add(0x1000, 8, 7, 60);
  EXPECT_EQ(stores.find(0x1000, 8, 10).data, 7U);
}

TEST(Stores, WhatIsInTheCacheIsNotFound) {
  Stores stores;
  stores.add(0x1000, 8, 5, 50);
  EXPECT_TRUE(stores.find(0x1000, 8, 49).any);
  EXPECT_FALSE(stores.find(0x1000, 8, 50).any);
}

}  // namespace
}  // namespace hpcast::coretime
