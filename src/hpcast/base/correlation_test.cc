#include "hpcast/base/correlation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hpcast {
namespace {

TEST(Correlation, IsOneOnALine) {
  const Line line = line_through({1, 2, 4}, {5, 7, 11});
  EXPECT_DOUBLE_EQ(line.slope, 2);
  EXPECT_DOUBLE_EQ(line.intercept, 3);
  EXPECT_DOUBLE_EQ(line.r, 1);
  EXPECT_DOUBLE_EQ(line_through({1, 2, 3}, {3, 2, 1}).r, -1);
}

// Sxy = 3, Sxx = 5, Syy = 5.
TEST(Correlation, IsPearsons) { EXPECT_DOUBLE_EQ(line_through({1, 2, 3, 4}, {2, 1, 4, 3}).r, 0.6); }

TEST(Correlation, IsNoneWhereNothingVaries) {
  EXPECT_TRUE(std::isnan(line_through({1, 1}, {1, 2}).r));
  EXPECT_TRUE(std::isnan(line_through({}, {}).r));
  EXPECT_TRUE(std::isnan(line_through({1, 2, 3}, {0.1 + 0.2, 0.3, 0.3}).r)) << "but by rounding";
}

}  // namespace
}  // namespace hpcast
