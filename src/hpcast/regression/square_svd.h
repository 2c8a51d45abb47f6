// The singular values of a square matrix. What has more rows is made square by its QR decomposition
// before; Eigen's own way of doing so takes a third of a minute to compile.
#pragma once

#include <Eigen/SVD>

namespace hpcast::regression {

using SquareSvd = Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner>;

}  // namespace hpcast::regression
