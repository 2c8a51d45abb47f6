#include "hpcast/inputs/dat/latency_curve.h"

#include <gtest/gtest.h>

namespace hpcast::dat {
namespace {

TEST(LatencyCurves, AreLinearBetweenPointsAndHeldBeyond) {
  const LatencyCurves curve({{10, 100}, {30, 200}, {40, 400}});
  EXPECT_EQ(curve.at(0, 1), 100);
  EXPECT_EQ(curve.at(10, 1), 100);
  EXPECT_EQ(curve.at(15, 0.3), 125);
  EXPECT_EQ(curve.at(30, 1), 200);
  EXPECT_EQ(curve.at(35, 1), 300);
  EXPECT_EQ(curve.at(40, 1), 400);
  EXPECT_EQ(curve.at(1e12, 1), 400);
  EXPECT_EQ(curve.idle(), 100);
}

TEST(LatencyCurves, AreLinearBetweenSharesOfReads) {
  const LatencyCurves curves({{0, 100, 100}, {10, 300, 100}, {0, 200, 50}, {10, 600, 50}});
  EXPECT_EQ(curves.idle(), 100);
  EXPECT_EQ(curves.at(5, 1), 200);
  EXPECT_EQ(curves.at(5, 0.5), 400);
  EXPECT_EQ(curves.at(5, 0.75), 300);
  EXPECT_EQ(curves.at(5, 0.25), 400) << "that of the nearest share";
}

TEST(LatencyCurves, ScatterDoesNotMakeAMemoryFaster) {
  const LatencyCurves curve({{0, 100}, {10, 99}, {20, 120}});
  EXPECT_EQ(curve.at(10, 1), 100);
  EXPECT_EQ(curve.at(15, 1), 110);
}

TEST(LatencyCurves, NoneIsEmpty) {
  EXPECT_TRUE(LatencyCurves().empty());
  EXPECT_TRUE(LatencyCurves(MemClass().latency_curve).empty());
  EXPECT_FALSE(LatencyCurves({{1, 1}}).empty());
}

}  // namespace
}  // namespace hpcast::dat
