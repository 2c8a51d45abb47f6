// Least squares of a great many rows as one of a few: [X y] = Q [R z; 0 e], and an orthogonal Q
// changes no squared error.
#pragma once

#include <Eigen/Core>

#include "hpcast/base/regression/samples.h"

namespace hpcast::regression {

// Means are taken off, and each row counts by its weight.
struct Reduced {
  Eigen::MatrixXd r;  // square, upper triangle
  Eigen::VectorXd z;
  double rest = 0;  // the squared error that no coefficients take away
  Eigen::VectorXd x_mean;
  double y_mean = 0;
  double rows = 0, weight = 0;  // of the samples
};

Reduced reduced(const Samples& samples);

}  // namespace hpcast::regression
