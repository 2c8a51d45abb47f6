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

 private:
  struct Solution {
    Coefficients coefficients{};
    double residual = 0;  // squares, summed
  };
  std::optional<Solution> of_columns(std::span<const Equation> equations, std::size_t columns,
                                     unsigned chosen, unsigned any_sign);

  std::vector<Equation> basis_;  // kept: there is no time to allocate one each time
};

}  // namespace hpcast::countergen
