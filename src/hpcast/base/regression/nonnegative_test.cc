#include "hpcast/base/regression/nonnegative.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace hpcast::regression {

namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(NonnegativeLeastSquares, FindsWhatIsThere) {
  std::vector<std::vector<double>> a;
  std::vector<double> b;
  for (int i = 1; i < 20; ++i) {
    a.push_back({1, 1.0 * i, 1.0 * i * i});
    b.push_back(3 + 0.5 * i * i);
  }
  EXPECT_THAT(nonnegative_least_squares(a, b),
              ElementsAre(DoubleNear(3, 1e-5), DoubleNear(0, 1e-5), DoubleNear(0.5, 1e-6)));
}

// The best of all that have no negative coefficient, tried one by one.
TEST(NonnegativeLeastSquares, IsTheBestOfAllSubsets) {
  for (int seed = 1; seed < 200; ++seed) {
    unsigned state = static_cast<unsigned>(seed) * 2654435761U;
    const auto random = [&] {
      state = state * 1664525U + 1013904223U;
      return static_cast<double>(state >> 8) / (1 << 24) - 0.3;
    };
    std::vector<std::vector<double>> a(8, std::vector<double>(2));
    std::vector<double> b(8);
    for (std::size_t i = 0; i < 8; ++i) {
      a[i] = {random(), random()};
      b[i] = random();
    }
    const auto error = [&](double x, double y) {
      double sum = 0;
      for (std::size_t i = 0; i < 8; ++i) sum += std::pow(a[i][0] * x + a[i][1] * y - b[i], 2);
      return sum;
    };
    const std::vector<double> x = nonnegative_least_squares(a, b);
    ASSERT_GE(x[0], 0);
    ASSERT_GE(x[1], 0);
    for (double dx = -0.01; dx < 0.02; dx += 0.01)
      for (double dy = -0.01; dy < 0.02; dy += 0.01)
        EXPECT_LE(error(x[0], x[1]),
                  error(std::max(0.0, x[0] + dx), std::max(0.0, x[1] + dy)) + 1e-7)
            << seed;
  }
}

TEST(NonnegativeLeastSquares, ColumnsThatAreAlikeAreNoTrouble) {
  const std::vector<double> x =
      nonnegative_least_squares({{1, 1, 0}, {2, 2, 0}, {3, 3, 0}}, {2, 4, 6});
  EXPECT_NEAR(x[0] + x[1], 2, 1e-6);
  EXPECT_EQ(x[2], 0);
}

}  // namespace

}  // namespace hpcast::regression
