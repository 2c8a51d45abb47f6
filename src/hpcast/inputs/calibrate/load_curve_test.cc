#include "hpcast/inputs/calibrate/load_curve.h"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "hpcast/inputs/calibrate/load.h"

namespace hpcast::calibrate {
namespace {

using testing::ElementsAre;
using testing::Pair;

using Points = std::vector<std::pair<double, double>>;

// Bandwidth and latency, the idle memory's first.
Points curve_through(const Points& points) {
  std::vector<dat::BandwidthLatency> loaded;
  for (const auto& [bandwidth, latency] : points) loaded.push_back({bandwidth, latency});
  const dat::BandwidthLatency idle = loaded.front();
  loaded.erase(loaded.begin());
  Points curve;
  for (const dat::BandwidthLatency& point : load_curve(idle, loaded))
    curve.emplace_back(point.bandwidth, point.latency);
  return curve;
}

TEST(LoadCurveTest, WhatAscendsStays) {
  const Points points = {{1, 100}, {4, 100}, {8, 110}, {12, 150}};
  EXPECT_EQ(curve_through(points), points);
  EXPECT_EQ(curve_through({{1, 100}}), Points({{1, 100}}));
}

TEST(LoadCurveTest, PointsThatFallAreOneAtTheirMean) {
  EXPECT_THAT(curve_through({{1, 100}, {4, 112}, {6, 108}, {12, 150}}),
              ElementsAre(Pair(1, 100), Pair(5, 110), Pair(12, 150)));
}

// The mean of the first two would be above the third.
TEST(LoadCurveTest, UntilNoneIsLeft) {
  EXPECT_THAT(curve_through({{1, 100}, {2, 120}, {4, 121}, {6, 104}, {12, 150}}),
              ElementsAre(Pair(1, 100), Pair(4, 115), Pair(12, 150)));
}

TEST(LoadCurveTest, NoneAnswersSoonerThanWhenIdle) {
  EXPECT_THAT(curve_through({{1, 100}, {4, 97}, {8, 99}, {12, 110}}),
              ElementsAre(Pair(1, 100), Pair(4, 100), Pair(8, 100), Pair(12, 110)));
}

// A curve that bends back, and paces beyond what there is.
TEST(LoadCurveTest, PointsWithoutMoreBandwidthAreOne) {
  EXPECT_THAT(curve_through({{1, 100}, {4, 110}, {21, 140}, {19, 180}}),
              ElementsAre(Pair(1, 100), Pair(4, 110), Pair(20, 160)));
  EXPECT_THAT(curve_through({{1, 100}, {20, 140}, {20, 180}, {20, 190}}),
              ElementsAre(Pair(1, 100), Pair(20, 170)));
  EXPECT_THAT(curve_through({{1, 100}, {1, 130}}), ElementsAre(Pair(1, 100)));  // no load
}

TEST(LoadCurveTest, RisesByMoreThanRoundsDiffer) {
  EXPECT_TRUE(rises({{1, 100}, {2, 106}}));
  EXPECT_FALSE(rises({{1, 100}, {2, 104}}));
  EXPECT_FALSE(rises({{1, 100}}));
}

TEST(LoadTimeTest, TheQuickestBurstTellsBoth) {
  const LoadTime time = load_time({{{120, 10}, {110, 9.9}}, {{111, 10.1}}, {{300, 10}}});
  EXPECT_EQ(time.latency.count(), 3U);
  EXPECT_EQ(time.latency.value(), 110);
  EXPECT_EQ(time.bandwidth, 9.9);
}

TEST(LoadTimeTest, WhereReadersWereInterruptedThereWasNoLoad) {
  const LoadTime time = load_time({{{80, 1}, {110, 10}}, {{80, 1}}, {{80, 8}, {112, 10}}});
  EXPECT_EQ(time.latency.count(), 2U);
  EXPECT_EQ(time.latency.value(), 110);
  EXPECT_EQ(time.bandwidth, 10);
}

// A clock that was raised, or lines that were still in a cache.
TEST(LoadTimeTest, FewRoundsTellNothing) {
  std::vector<std::vector<LoadBurst>> rounds(38, {{110, 8}});
  rounds.insert(rounds.end(), 2, {{140, 10}});
  EXPECT_EQ(load_time(rounds).latency.count(), 0U);
  rounds.insert(rounds.end(), 20, {{140, 10}});
  EXPECT_EQ(load_time(rounds).latency.value(), 140);
}

TEST(LoadTimeTest, OfNoRoundsNothingIsSure) {
  EXPECT_EQ(load_time({}).latency.count(), 0U);
  EXPECT_GT(load_time({}).latency.spread(), widest_spread);
}

}  // namespace
}  // namespace hpcast::calibrate
