// Ordinary least squares of a few columns, with what tells how far to trust the coefficients.
#pragma once

#include <cstddef>
#include <vector>

namespace hpcast::regression {

struct LeastSquares {
  std::vector<double> coefficients;
  std::vector<double> standard_errors;  // NaN where there are no more rows than columns
  // Variance inflation factors: 1 where a column has nothing in common with the others, infinite
  // where it is a sum of them. Of a constant column NaN. Where there is one, of the columns less
  // their means.
  std::vector<double> inflation;
  double residual = 0;   // sqrt(sum of squares / (rows - columns)); NaN likewise
  double r2 = 0;         // of the variance; where no column is constant, of the sum of squares
  double condition = 0;  // of the columns at length 1 (Belsley, Kuh and Welsch, 1980)
};

// min |X b - y|. X: rows of the same length, at least one. Where columns say the same, the shortest
// solution, of columns at length 1.
LeastSquares least_squares(const std::vector<std::vector<double>>& x, const std::vector<double>& y);

}  // namespace hpcast::regression
