#include "hpcast/models/countergen/least_squares.h"

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

unsigned columns_that_tell(std::span<const Equation> equations, std::size_t columns) {
  unsigned chosen = 0;
  for (const Equation& e : equations)
    for (std::size_t i = 0; i < columns; ++i)
      if (e.columns[i] != 0) chosen |= 1U << i;
  return chosen;
}

}  // namespace

// By Gram and Schmidt's orthogonalisation, of the columns in `chosen`; nothing where one of them is
// made of the others, or a coefficient would be below 0.
std::optional<LeastSquares::Solution> LeastSquares::of_columns(std::span<const Equation> equations,
                                                               std::size_t columns, unsigned chosen,
                                                               unsigned any_sign) {
  constexpr double dependent = 1e-18;  // of a column's square
  basis_.assign(equations.begin(), equations.end());
  columns_ = columns;
  chosen_ = chosen;
  any_sign_ = any_sign;
  right_ = {};
  for (std::size_t i = 0; i < columns; ++i) {
    if ((chosen >> i & 1U) == 0) continue;
    const double before = product(basis_, i, i);
    for (std::size_t j = 0; j < i; ++j) {
      if ((chosen >> j & 1U) == 0) continue;
      parts_[j][i] = product(basis_, j, i);
      for (Equation& e : basis_) e.columns[i] -= parts_[j][i] * e.columns[j];
    }
    const double square = product(basis_, i, i);
    if (!(square > dependent * before)) {
      is_determined_ = false;
      return std::nullopt;
    }
    parts_[i][i] = std::sqrt(square);
    for (Equation& e : basis_) e.columns[i] /= parts_[i][i];
    right_[i] = product_with_right(basis_, i);
    for (Equation& e : basis_) e.right -= right_[i] * e.columns[i];
  }
  const std::optional<Coefficients> found = coefficients_of(right_);
  if (!found) return std::nullopt;
  Solution solution{*found, 0};
  for (const Equation& e : basis_) solution.residual += e.right * e.right;
  return solution;
}

// Of what `right` is of the orthonormal columns; nothing where one would be below 0.
std::optional<Coefficients> LeastSquares::coefficients_of(const Coefficients& right) const {
  Coefficients found{};
  for (std::size_t i = columns_; i-- > 0;) {
    if ((chosen_ >> i & 1U) == 0) continue;
    double value = right[i];
    for (std::size_t j = i + 1; j < columns_; ++j) value -= parts_[i][j] * found[j];
    found[i] = value / parts_[i][i];
    if (found[i] < 0 && (any_sign_ >> i & 1U) == 0) return std::nullopt;
  }
  return found;
}

bool LeastSquares::solve(std::span<const Equation> equations, std::size_t columns,
                         unsigned any_sign) {
  return of_columns(equations, columns, columns_that_tell(equations, columns), any_sign)
      .has_value();
}

// With the orthonormal columns Q, and those rows of it and of the residual r that are left out, Q_o
// and r_o: the others' solution differs by z = (I - Q_o'Q_o)^-1 Q_o' r_o, and the residuals are
// r_o + Q_o z (Cook and Weisberg, Residuals and Influence in Regression, 1982).
bool LeastSquares::residuals_without(std::span<const std::size_t> out,
                                     std::vector<double>& residuals) const {
  constexpr double well_enough = 1e-6;
  Square left{};
  Coefficients z{};
  for (std::size_t i = 0; i < columns_; ++i) {
    left[i][i] = 1;
    for (const std::size_t o : out) {
      const Equation& e = basis_[o];
      z[i] += e.columns[i] * e.right;
      for (std::size_t j = 0; j <= i; ++j) left[i][j] -= e.columns[i] * e.columns[j];
    }
  }
  for (std::size_t i = 0; i < columns_; ++i) {  // Cholesky
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < j; ++k) left[i][j] -= left[i][k] * left[j][k];
      if (i != j) left[i][j] /= left[j][j];
    }
    if (!(left[i][i] > well_enough)) return false;
    left[i][i] = std::sqrt(left[i][i]);
    for (std::size_t k = 0; k < i; ++k) z[i] -= left[i][k] * z[k];
    z[i] /= left[i][i];
  }
  Coefficients right = right_;
  for (std::size_t i = columns_; i-- > 0;) {
    for (std::size_t k = i + 1; k < columns_; ++k) z[i] -= left[k][i] * z[k];
    z[i] /= left[i][i];
    right[i] -= z[i];
  }
  if (!coefficients_of(right)) return false;
  for (const std::size_t o : out) {
    residuals.push_back(basis_[o].right);
    for (std::size_t i = 0; i < columns_; ++i) residuals.back() += basis_[o].columns[i] * z[i];
  }
  return true;
}

Coefficients LeastSquares::nonnegative(std::span<const Equation> equations, std::size_t columns,
                                       unsigned any_sign) {
  const unsigned all = columns_that_tell(equations, columns);
  is_determined_ = true;
  if (const auto solution = of_columns(equations, columns, all, any_sign))
    return solution->coefficients;
  const bool is_determined = is_determined_;  // others are asked for fewer columns
  Coefficients best{};
  double least = 0;
  for (const Equation& e : equations) least += e.right * e.right;
  for (unsigned chosen = 1; chosen < all; ++chosen) {
    if ((chosen & ~all) != 0) continue;
    const auto solution = of_columns(equations, columns, chosen, any_sign);
    if (!solution || solution->residual >= least) continue;
    least = solution->residual;
    best = solution->coefficients;
  }
  is_determined_ = is_determined;
  return best;
}

}  // namespace hpcast::countergen
