// Least squares of a few coefficients, none of them below 0, over a few observations; many times.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace hpcast::countergen {

inline constexpr std::size_t most_coefficients = 4;
using Coefficients = std::array<double, most_coefficients>;

struct Equation {
  Coefficients columns{};
  double right = 0;
};

class LeastSquares {
 public:
  // Of the first `columns` columns; those that say nothing, or what others say, get 0. `any_sign`:
  // bits of coefficients that may be below 0 all the same. Unlike
  // regression::nonnegative_least_squares exact to the last digits, for exact counts have exact
  // laws.
  Coefficients nonnegative(std::span<const Equation> equations, std::size_t columns,
                           unsigned any_sign = 0);
  // False where, of the last columns asked for, one that is not zero throughout is made of others:
  // many coefficients fit as well.
  bool is_determined() const { return is_determined_; }

  // The same once and for all that is to be left out. False where the columns are made of each
  // other, or a coefficient would be below 0: then fewer columns do as well.
  bool solve(std::span<const Equation> equations, std::size_t columns, unsigned any_sign = 0);
  // Of the equations last solved: by how much the right sides of `out` are larger than what the
  // others make of them, appended. False, and nothing, where the others do not determine that, or
  // not well enough, or one of their coefficients would be below 0: nonnegative() knows.
  bool residuals_without(std::span<const std::size_t> out, std::vector<double>& residuals) const;

 private:
  using Square = std::array<Coefficients, most_coefficients>;
  struct Solution {
    Coefficients coefficients{};
    double residual = 0;  // squares, summed
  };
  std::optional<Coefficients> coefficients_of(const Coefficients& right) const;
  std::optional<Solution> of_columns(std::span<const Equation> equations, std::size_t columns,
                                     unsigned chosen, unsigned any_sign);

  bool is_determined_ = true;
  // The columns last asked for as orthonormal ones, `right` without its part in them; what the
  // columns and `right` are of these.
  std::size_t columns_ = 0;
  unsigned chosen_ = 0, any_sign_ = 0;
  Square parts_{};
  Coefficients right_{};
  std::vector<Equation> basis_;  // kept: there is no time to allocate one each time
};

}  // namespace hpcast::countergen
