#include "hpcast/inputs/meter/windows.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/meter/windows_for_tests.h"

namespace hpcast::meter {
namespace {

TEST(Windows, CountByTheirLength) {
  const Windows windows{{0, 1, 100}, {1, 4, 200}, {4, 5, 400}};
  EXPECT_DOUBLE_EQ(*mean_within(windows, 0, 5), (100 + 600 + 400) / 5.0);
  EXPECT_DOUBLE_EQ(*mean_within(windows, 0, 4), 175);
}

TEST(Windows, InPartTellNothing) {
  const Windows windows{{-30, 30, 900}, {30, 90, 100}, {90, 150, 300}, {150, 210, 900}};
  EXPECT_DOUBLE_EQ(*mean_within(windows, 0, 200), 200);
  EXPECT_FALSE(mean_within(windows, 40, 140));
  EXPECT_FALSE(mean_within(windows, 300, 400));
  EXPECT_FALSE(mean_within({}, 0, 1));
}

// Three windows' time has a whole one in it, wherever they begin; a meter that paused may have
// less.
TEST(Windows, ThatCoverLittleTellNothing) {
  Windows windows;
  for (int i = 0; i < 10; ++i) windows.push_back({60.0 * i, 60.0 * (i + 1), 5});
  for (double begin = 0; begin < 120; begin += 0.25)
    EXPECT_TRUE(mean_within(windows, begin, begin + 179)) << begin;
  windows.erase(windows.begin() + 1, windows.end());
  EXPECT_TRUE(mean_within(windows, 0, 240));
  EXPECT_FALSE(mean_within(windows, 0, 241));
}

// 0.1 + (0.8 - 0.1) falls short of 0.8.
TEST(Windows, EndAtTheirEndButForRounding) {
  int apart = 0;
  for (int i = 0; i < 50; ++i)
    for (int j = i + 1; j < 50; ++j) {
      const double begin = 0.1 * i, end = 0.1 * j, added_up = begin + (end - begin);
      apart += added_up < end ? 1 : 0;
      EXPECT_EQ(mean_within({{begin, end, 5}}, begin, added_up), 5) << begin << " to " << end;
    }
  EXPECT_GT(apart, 0);
  EXPECT_FALSE(mean_within({{0, 1, 5}}, 0, 1 - 1e-6));
  EXPECT_FALSE(mean_within({{0, 1, 5}}, 1e-6, 1));
}

TEST(Windows, AreWhatTicksAddUpTo) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const Windows windows = random_windows(random, 20, 1 + round % 30);
    const int end_of_all = static_cast<int>(windows.back().end_s) + 5;
    const int begin = static_cast<int>(random()) % end_of_all;
    const int from = begin < 0 ? 0 : begin;
    const int to = from + 1 + static_cast<int>(random() % 200);
    const auto expected = mean_by_ticks(windows, from, to);
    const auto mean = mean_within(windows, from, to);
    ASSERT_EQ(mean.has_value(), expected.has_value()) << round;
    if (mean) {
      EXPECT_NEAR(*mean, *expected, 1e-9) << round;
    }
  }
}

TEST(Windows, HaveAUsualLength) {
  EXPECT_EQ(usual_length({}), 0);
  EXPECT_EQ(usual_length({{0, 60, 1}, {60, 120, 1}, {5000, 5060, 1}, {60, 5000, 1}}), 60);
}

}  // namespace
}  // namespace hpcast::meter
