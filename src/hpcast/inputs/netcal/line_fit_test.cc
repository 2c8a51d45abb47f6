#include "hpcast/inputs/netcal/line_fit.h"

#include <gtest/gtest.h>

#include <functional>

namespace hpcast::netcal {
namespace {

std::vector<Point> points_of(const std::function<double(double)>& time) {
  std::vector<Point> points;
  for (std::uint64_t bytes = 1; bytes <= 1U << 22; bytes *= 2)
    points.push_back({bytes, time(static_cast<double>(bytes)), {}});
  return points;
}
// Up and down by so much of the time, from size to size.
std::vector<Point> shaken(std::vector<Point> points, double part) {
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i].value *= 1 + (i % 3 == 0 ? part : i % 3 == 1 ? -part : 0);
  return points;
}
double jumping(double n) { return (n > 8192 ? 3e-6 : 1e-6) + n / 10e9; }

TEST(FittedLine, IsExactWhereThereIsOne) {
  const Line line = fitted_line(points_of([](double n) { return 2e-6 + n / 5e9; }));
  EXPECT_NEAR(line.seconds, 2e-6, 1e-15);
  EXPECT_NEAR(line.seconds_per_byte, 1 / 5e9, 1e-19);
  EXPECT_LT(line.worst, 1e-9);
}

TEST(Jump, IsFoundBetweenTheSizesThatItLiesBetween) {
  const std::optional<Jump> jump = jump_in(points_of(jumping));
  ASSERT_TRUE(jump);
  EXPECT_EQ(jump->below, 8192U);
  EXPECT_EQ(jump->above, 16384U);
  EXPECT_NEAR(jump->seconds, 2e-6, 1e-9);
}

TEST(Jump, IsFoundInNoiseThatIsSmaller) {
  const std::optional<Jump> jump = jump_in(shaken(points_of(jumping), 0.03));
  ASSERT_TRUE(jump);
  EXPECT_EQ(jump->below, 8192U);
}

TEST(Jump, NoneWhereNoneIs) {
  const auto line = [](double n) { return 1e-6 + n / 10e9; };
  EXPECT_FALSE(jump_in(points_of(line)));
  EXPECT_FALSE(jump_in(shaken(points_of(line), 0.1)));
  EXPECT_FALSE(jump_in({}));
}

TEST(Jump, ATimeThatGrowsFasterOrSlowerIsNone) {
  EXPECT_FALSE(
      jump_in(points_of([](double n) { return 1e-6 + n / 10e9 + std::max(0.0, n - 8192) / 3e9; })));
  EXPECT_FALSE(
      jump_in(points_of([](double n) { return 1e-6 + n / 10e9 + std::min(n, 8192.0) / 1e9; })));
}

TEST(Jump, OfTheFirstBytesIsNoEagerLimit) {
  EXPECT_FALSE(jump_in(points_of([](double n) { return (n > 64 ? 2e-6 : 1e-6) + n / 10e9; })));
}

}  // namespace
}  // namespace hpcast::netcal
