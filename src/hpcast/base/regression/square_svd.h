// The singular values of a square matrix. What has more rows is made square by its QR decomposition
// before; Eigen's own ways of doing so take long to compile.
#pragma once

#include <Eigen/SVD>

namespace hpcast::regression {

using SquareSvd = Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner>;

}  // namespace hpcast::regression
