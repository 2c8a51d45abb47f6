// How a quantity grows with the extents of a grid: c · Π extent_i ^ e_i, with exponents from -2
// to 2. Constant is what stays as it is when ranks are added (weak scaling), 1/ranks what is
// divided among them (strong scaling), 1/extent what is divided along one dimension.
#pragma once

#include <array>
#include <span>

#include "hpcast/models/scaling/rank_grid.h"

namespace hpcast::scaling {

struct Sample {
  Shape shape;
  double value = 0;
};

using Exponents = std::array<int, most_dimensions>;

struct Growth {
  double factor = 0;
  Exponents exponents{};
  double error = 0;  // the largest relative error of the samples
  double doubt = 0;  // by how much laws that fit as well differ at the target, relatively

  double at(const Shape& shape) const;
};

// The law with the least error; of those that are about as good, the one nearest to a constant.
Growth fit_growth(std::span<const Sample> samples, const Shape& target);

}  // namespace hpcast::scaling
