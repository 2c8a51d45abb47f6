#include "hpcast/models/coretime/bandwidth.h"

#include <gtest/gtest.h>

namespace hpcast::coretime {
namespace {

TEST(Bandwidth, WithoutALimitAllPassAtOnce) {
  Bandwidth none(0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(none.pass(7), 7U);
}

TEST(Bandwidth, LinesThatAskAtOncePassOneAfterTheOther) {
  Bandwidth way(20);
  for (Cycle i = 0; i < 100; ++i) EXPECT_EQ(way.pass(0), 20 * i);
}

TEST(Bandwidth, FractionsOfACycleAddUp) {
  Bandwidth way(2.5);
  Cycle last = 0;
  for (int i = 0; i <= 1000; ++i) last = way.pass(0);
  EXPECT_NEAR(static_cast<double>(last), 2500, 3);
}

TEST(Bandwidth, WhoAsksForAnEarlierTimeHasTheRoomThatIsLeftThere) {
  Bandwidth way(20);
  for (int i = 0; i < 10; ++i) way.pass(1040);
  EXPECT_EQ(way.pass(100), 100U);
  EXPECT_EQ(way.pass(1040), 1240U);
}

TEST(Bandwidth, OfADayOfFourLinesTheRoomCountsFromItsBegin) {
  Bandwidth way(20);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(way.pass(79), 79U);
  EXPECT_EQ(way.pass(79), 80U);
}

TEST(Bandwidth, WhatIsUnusedIsLost) {
  Bandwidth way(20);
  EXPECT_EQ(way.pass(800), 800U);
  EXPECT_EQ(way.pass(8000), 8000U);
  EXPECT_EQ(way.pass(8000), 8020U);
}

}  // namespace
}  // namespace hpcast::coretime
