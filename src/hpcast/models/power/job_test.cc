#include "hpcast/models/power/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"

namespace hpcast::power {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

double energy_in(const std::vector<answers::JobWindow>& windows, std::size_t term) {
  double joules = 0;
  for (const answers::JobWindow& window : windows) joules += window.duration_s * window.watts[term];
  return joules;
}

TEST(EnergyWindows, SpreadsEnergyEvenlyOverItsTime) {
  EnergyWindows windows(1.05, 0.1, 2);
  windows.add(0, 0.25, 0.55, 30);  // 100 W
  windows.add(1, 0, 1.05, 105);
  windows.add(1, 1.05, 1.05, 5);  // at once, at the very end
  const std::vector<answers::JobWindow> made = windows.windows();
  ASSERT_EQ(made.size(), 11U);
  EXPECT_NEAR(made[10].duration_s, 0.05, 1e-12);
  EXPECT_THAT(made[1].watts, ElementsAre(0, DoubleNear(100, 1e-9)));
  EXPECT_NEAR(made[2].watts[0], 50, 1e-9);
  EXPECT_NEAR(made[3].watts[0], 100, 1e-9);
  EXPECT_NEAR(made[4].watts[0], 100, 1e-9);
  EXPECT_NEAR(made[5].watts[0], 50, 1e-9);
  EXPECT_NEAR(made[10].watts[1], 200, 1e-9);
  EXPECT_NEAR(energy_in(made, 0), 30, 1e-9);
  EXPECT_NEAR(energy_in(made, 1), 110, 1e-9);
}

TEST(EnergyWindows, LeaveNoWindowOfNoTime) {
  for (const double time : {0.008, 0.3, 1.1, 7.7}) {
    const std::vector<answers::JobWindow> made = EnergyWindows(time, time / 1000, 1).windows();
    EXPECT_EQ(made.size(), 1000U) << time;
    EXPECT_NEAR(made.back().duration_s, time / 1000, 1e-5 * time);
  }
}

// 4 windows of 1 s on a base of 100 W, the first term.
answers::JobPower job_of(const std::vector<double>& watts) {
  answers::JobPower job;
  job.terms = {{"base", "base", "", 0, 100, true}, {"memory", "memory", "B", 1e9, 50, false}};
  job.time_s = static_cast<double>(watts.size());
  for (std::size_t i = 0; i < watts.size(); ++i)
    job.windows.push_back({static_cast<double>(i), 1, {100, watts[i] - 100}});
  return job;
}

TEST(Limit, TellsTheMomentsAboveItAndWhatACapCosts) {
  const answers::JobPower job = job_of({120, 160, 180, 130, 150, 100});
  const answers::PowerLimit limit = limit_of(job, 140, false);
  ASSERT_EQ(limit.excesses.size(), 2U);
  EXPECT_EQ(limit.excesses[0], (answers::PowerExcess{1, 3, 180}));
  EXPECT_EQ(limit.excesses[1], (answers::PowerExcess{4, 5, 150}));
  EXPECT_DOUBLE_EQ(limit.over_s, 3);
  // 60, 80 and 50 J over base at 40 W instead: 1.5, 2 and 1.25 s for 1 s each.
  EXPECT_DOUBLE_EQ(limit.cap_costs_s, 0.5 + 1 + 0.25);
  EXPECT_TRUE(limit_of(job, 180, false).excesses.empty());
}

TEST(Limit, OfTheIncreaseIsOverBase) {
  const answers::PowerLimit limit = limit_of(job_of({120, 160}), 40, true);
  EXPECT_DOUBLE_EQ(limit.limit_w, 140);
  EXPECT_EQ(limit.excesses.size(), 1U);
}

TEST(Limit, BelowBaseIsRefused) {
  EXPECT_THROW(limit_of(job_of({120}), 90, false), InputError);
  EXPECT_THROW(limit_of(job_of({120}), 100, false), InputError);
}

NodePower node_of(const std::vector<std::pair<double, double>>& durations_and_watts) {
  NodePower node;
  node.coefficients = {1};
  for (const auto& [duration, watts] : durations_and_watts) {
    ActiveInterval interval;
    interval.duration_s = duration;
    interval.activity = {watts};
    node.activity.intervals.push_back(interval);
  }
  return node;
}

TEST(ComputePhases, FollowOneAnotherOverTheComputation) {
  const ComputePhases phases(node_of({{1, 10}, {3, 20}}));
  std::vector<double> parts, watts;
  phases.for_phases(0.125, 0.625, [&](double part, const std::vector<double>& of) {
    parts.push_back(part);
    watts.push_back(of[0]);
  });
  EXPECT_THAT(parts, ElementsAre(DoubleEq(0.25), DoubleEq(0.75)));
  EXPECT_THAT(watts, ElementsAre(10, 20));
}

TEST(ComputePhases, AreOfEqualLengthWhereNothingTellsIt) {
  const ComputePhases phases(node_of({{0, 10}, {5, 20}}));
  std::vector<double> parts;
  phases.for_phases(0, 1, [&](double part, const auto&) { parts.push_back(part); });
  EXPECT_THAT(parts, ElementsAre(DoubleEq(0.5), DoubleEq(0.5)));
}

}  // namespace
}  // namespace hpcast::power
