// Against closed forms.
#include "hpcast/base/regression/least_squares.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace hpcast::regression {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsNan;

// y = a + b x: b = Sxy / Sxx, its standard error sqrt(s² / Sxx), a's sqrt(s² (1/n + mean² / Sxx)).
TEST(LeastSquares, IsTheLineOfOneVariable) {
  const std::vector<double> x{1, 2, 3, 4, 6}, y{2.1, 3.9, 6.2, 7.7, 12.4};
  std::vector<std::vector<double>> rows;
  double mean_x = 0, mean_y = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < 5; ++i) mean_x += x[i] / 5, mean_y += y[i] / 5;
  for (std::size_t i = 0; i < 5; ++i) {
    rows.push_back({x[i], 1});
    sxx += (x[i] - mean_x) * (x[i] - mean_x);
    sxy += (x[i] - mean_x) * (y[i] - mean_y);
    syy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  const double b = sxy / sxx, squares = syy - b * sxy, s = std::sqrt(squares / 3);
  const LeastSquares fit = least_squares(rows, y);
  EXPECT_THAT(fit.coefficients,
              ElementsAre(DoubleNear(b, 1e-12), DoubleNear(mean_y - b * mean_x, 1e-12)));
  EXPECT_THAT(fit.standard_errors,
              ElementsAre(DoubleNear(s / std::sqrt(sxx), 1e-12),
                          DoubleNear(s * std::sqrt(0.2 + mean_x * mean_x / sxx), 1e-12)));
  EXPECT_THAT(fit.residual, DoubleNear(s, 1e-12));
  EXPECT_THAT(fit.r2, DoubleNear(1 - squares / syy, 1e-12));
  EXPECT_THAT(fit.inflation, ElementsAre(DoubleNear(1, 1e-12), IsNan()));
}

// Two columns of correlation r: the variance of each coefficient is 1 / (1 - r²) of what it would
// be, and the condition number of the pair is sqrt((1 + r) / (1 - r)).
TEST(LeastSquares, TellsWhatColumnsHaveInCommon) {
  const std::vector<std::vector<double>> rows{{1, 1}, {1, 0.5}, {-1, -1}, {-1, -0.5}};
  const double r = 3 / std::sqrt(4 * 2.5);
  const LeastSquares fit = least_squares(rows, {1, 2, 3, 4});
  EXPECT_THAT(fit.inflation,
              ElementsAre(DoubleNear(1 / (1 - r * r), 1e-9), DoubleNear(1 / (1 - r * r), 1e-9)));
  EXPECT_THAT(fit.condition, DoubleNear(std::sqrt((1 + r) / (1 - r)), 1e-9));
}

TEST(LeastSquares, HasNoInflationWithOrthogonalColumns) {
  const LeastSquares fit =
      least_squares({{1, 1, 1}, {1, -1, 1}, {-1, 1, 1}, {-1, -1, 1}}, {1, 2, 3, 5});
  EXPECT_THAT(fit.inflation, ElementsAre(DoubleNear(1, 1e-12), DoubleNear(1, 1e-12), IsNan()));
  EXPECT_THAT(fit.condition, DoubleNear(1, 1e-12));
}

TEST(LeastSquares, TakesTheShortestWhereColumnsSayTheSame) {
  const LeastSquares fit =
      least_squares({{1, 1, 0}, {2, 2, 1}, {3, 3, 0}, {4, 4, 1}}, {2, 5, 6, 9});
  EXPECT_THAT(fit.coefficients,
              ElementsAre(DoubleNear(1, 1e-9), DoubleNear(1, 1e-9), DoubleNear(1, 1e-9)));
  EXPECT_TRUE(std::isinf(fit.inflation[0]) && std::isinf(fit.inflation[1]));
  EXPECT_FALSE(std::isinf(fit.inflation[2]));
  EXPECT_TRUE(std::isinf(fit.condition));
}

TEST(LeastSquares, KnowsNoErrorsWithoutRowsToSpare) {
  const LeastSquares fit = least_squares({{1, 0}, {1, 1}}, {3, 5});
  EXPECT_THAT(fit.coefficients, ElementsAre(DoubleNear(3, 1e-12), DoubleNear(2, 1e-12)));
  EXPECT_THAT(fit.residual, IsNan());
  EXPECT_THAT(fit.standard_errors, ElementsAre(IsNan(), IsNan()));
  EXPECT_TRUE(std::isinf(least_squares({{1, 2}}, {3}).condition));
}

}  // namespace
}  // namespace hpcast::regression
