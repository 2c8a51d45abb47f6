#include "hpcast/inputs/calibrate/judge.h"

#include <gmock/gmock.h>

#include <limits>
#include <optional>
#include <vector>

#include "hpcast/inputs/calibrate/least.h"

namespace hpcast::calibrate {
namespace {

using testing::DoubleNear;
using testing::Eq;
using testing::Optional;

Least least_of(const std::vector<double>& times) {
  Least least;
  for (const double time : times) least.add(time);
  return least;
}

TEST(LeastTest, IsTheLeastThatAnotherAgreesWith) {
  const Least least = least_of({3.0, 1.0, 5.0, 1.03, 2.0});
  EXPECT_EQ(least.value(), 1.0);
  EXPECT_DOUBLE_EQ(least.spread(), 1.03);
  EXPECT_EQ(least.count(), 5U);
}

TEST(LeastTest, OneThatIsLessThanThereIsIsPassedOver) {
  EXPECT_EQ(least_of({2.0, 2.1, 1.0, 3.0}).value(), 2.0);
}

TEST(LeastTest, WhereNoneAgreeItIsNoise) {
  const Least least = least_of({2.0, 1.0, 3.0});
  EXPECT_EQ(least.value(), 1.0);
  EXPECT_DOUBLE_EQ(least.spread(), 2.0);
}

TEST(LeastTest, OfManyATwentiethHasToAgree) {
  std::vector<double> times(100, 2.0);
  for (int i = 0; i < 4; ++i) times[i] = 1.0;
  EXPECT_EQ(least_of(times).value(), 2.0);
  times[4] = 1.0;
  EXPECT_EQ(least_of(times).value(), 1.0);
}

TEST(LeastTest, OneTimeIsNoProof) {
  Least least;
  least.add(1);
  EXPECT_GT(least.spread(), widest_spread);
}

TEST(JudgeTest, RoundsToWholeCyclesWithinTwelvePercent) {
  EXPECT_THAT(whole_cycles(3.99), Optional(4U));
  EXPECT_THAT(whole_cycles(1.11), Optional(1U));
  EXPECT_THAT(whole_cycles(13.4), Optional(13U));
  EXPECT_THAT(whole_cycles(0.05), Optional(0U));
  EXPECT_EQ(whole_cycles(1.22), std::nullopt);
  EXPECT_EQ(whole_cycles(2.49), std::nullopt);
  EXPECT_EQ(whole_cycles(0.5), std::nullopt);
  EXPECT_EQ(whole_cycles(-1), std::nullopt);
  EXPECT_EQ(whole_cycles(std::numeric_limits<double>::quiet_NaN()), std::nullopt);
}

TEST(JudgeTest, WhatAgreesStaysAsTold) {
  EXPECT_THAT(issue_of(0.5, {2, 1}), Optional(Eq(Issue{2, 1})));
  EXPECT_THAT(issue_of(0.52, {4, 2}), Optional(Eq(Issue{4, 2})));
  EXPECT_THAT(issue_of(4.4, {1, 4}), Optional(Eq(Issue{1, 4})));
}

TEST(JudgeTest, ThroughputTellsPortsOrCycles) {
  EXPECT_THAT(issue_of(0.253, {3, 1}), Optional(Eq(Issue{4, 1})));
  EXPECT_THAT(issue_of(1.0, {2, 1}), Optional(Eq(Issue{1, 1})));
  EXPECT_THAT(issue_of(2.0, {2, 1}), Optional(Eq(Issue{1, 2})));
  EXPECT_THAT(issue_of(4.5, {1, 13}), Optional(Eq(Issue{1, 5})));
  EXPECT_THAT(issue_of(3.0, {2, 8}), Optional(Eq(Issue{2, 6})));
}

TEST(JudgeTest, WhatIsNoNumberOfPortsIsNotTaken) {
  EXPECT_EQ(issue_of(0.4, {4, 1}), std::nullopt);
  EXPECT_EQ(issue_of(0, {1, 1}), std::nullopt);
  EXPECT_EQ(issue_of(0.001, {1, 1}), std::nullopt);
}

TEST(JudgeTest, LinesInFlightAreLatencyThatOverlaps) {
  EXPECT_EQ(lines_in_flight(135e-9, 6.8e-9), 20U);
  EXPECT_EQ(lines_in_flight(1, 2), 1U);
}

TEST(JudgeTest, ASetIsALimitWhereItsLinesTakeLonger) {
  EXPECT_EQ(set_fill(10.1, 2.1), 10U);
  EXPECT_EQ(set_fill(2.9, 2.1), 0U);
}

TEST(JudgeTest, WritesAreWhatAFillTakesBesideItsReads) {
  EXPECT_THAT(write_back_bandwidth(20e9, 10e9), Optional(DoubleNear(20e9, 1)));
  EXPECT_THAT(write_back_bandwidth(20e9, 15e9), Optional(DoubleNear(60e9, 1)));
  EXPECT_EQ(write_back_bandwidth(20e9, 19.5e9), std::nullopt);
  EXPECT_EQ(write_back_bandwidth(20e9, 25e9), std::nullopt);
}

}  // namespace
}  // namespace hpcast::calibrate
