#include "hpcast/countergen/least_squares.h"

#include <cmath>

namespace hpcast::countergen {

namespace {

double product(const std::vector<Equation>& equations, std::size_t one, std::size_t other) {
  double sum = 0;
  for (const Equation& e : equations) sum += e.columns[one] * e.columns[other];
  return sum;
}

double product_with_right(const std::vector<Equation>& equations, std::size_t column) {
  double sum = 0;
  for (const Equation& e : equations) sum += e.columns[column] * e.right;
  return sum;
}

}  // namespace

// By Gram and Schmidt's orthogonalisation, of the columns in `chosen`; nothing where one of them is
// made of the others, or a coefficient would be below 0.
std::optional<LeastSquares::Solution> LeastSquares::of_columns(std::span<const Equation> equations,
                                                               std::size_t columns, unsigned chosen,
                                                               unsigned any_sign) {
  constexpr double dependent = 1e-18;  // of a column's square
  basis_.assign(equations.begin(), equations.end());
  std::array<Coefficients, most_coefficients> parts{};
  Coefficients right{};
  for (std::size_t i = 0; i < columns; ++i) {
    if ((chosen >> i & 1U) == 0) continue;
    const double before = product(basis_, i, i);
    for (std::size_t j = 0; j < i; ++j) {
      if ((chosen >> j & 1U) == 0) continue;
      parts[j][i] = product(basis_, j, i);
      for (Equation& e : basis_) e.columns[i] -= parts[j][i] * e.columns[j];
    }
    const double square = product(basis_, i, i);
    if (!(square > dependent * before)) return std::nullopt;
    parts[i][i] = std::sqrt(square);
    for (Equation& e : basis_) e.columns[i] /= parts[i][i];
    right[i] = product_with_right(basis_, i);
    for (Equation& e : basis_) e.right -= right[i] * e.columns[i];
  }
  Solution solution;
  for (const Equation& e : basis_) solution.residual += e.right * e.right;
  for (std::size_t i = columns; i-- > 0;) {
    if ((chosen >> i & 1U) == 0) continue;
    double value = right[i];
    for (std::size_t j = i + 1; j < columns; ++j) value -= parts[i][j] * solution.coefficients[j];
    solution.coefficients[i] = value / parts[i][i];
    if (solution.coefficients[i] < 0 && (any_sign >> i & 1U) == 0) return std::nullopt;
  }
  return solution;
}

Coefficients LeastSquares::nonnegative(std::span<const Equation> equations, std::size_t columns,
                                       unsigned any_sign) {
  const unsigned all = (1U << columns) - 1;
  if (const auto solution = of_columns(equations, columns, all, any_sign))
    return solution->coefficients;
  Coefficients best{};
  double least = 0;
  for (const Equation& e : equations) least += e.right * e.right;
  for (unsigned chosen = 1; chosen < all; ++chosen) {
    const auto solution = of_columns(equations, columns, chosen, any_sign);
    if (!solution || solution->residual >= least) continue;
    least = solution->residual;
    best = solution->coefficients;
  }
  return best;
}

}  // namespace hpcast::countergen
