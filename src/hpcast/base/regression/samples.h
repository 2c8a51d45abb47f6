// What a regressor learns from: rows of features and the target of each.
#pragma once

#include <cstddef>
#include <span>

namespace hpcast::regression {

// Rows one after the other; whoever made them keeps them.
struct Matrix {
  std::span<const double> values;
  std::size_t columns = 0;

  std::size_t rows() const { return columns > 0 ? values.size() / columns : 0; }
  std::span<const double> row(std::size_t i) const { return values.subspan(i * columns, columns); }
};

struct Samples {
  Matrix x;
  std::span<const double> y;
  std::span<const double> weights = {};  // of the rows, above 0; none: each counts once

  double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
};

// Throws InputError where there is nothing to learn from, lengths do not fit, or a number is not
// finite or beyond 1e30, whose square sums could not hold.
void check(const Samples& samples);

}  // namespace hpcast::regression
