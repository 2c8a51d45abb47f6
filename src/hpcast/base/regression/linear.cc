// Linear regression and ridge.
#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/linear_model.h"
#include "hpcast/base/regression/reduced.h"
#include "hpcast/base/regression/square_svd.h"

namespace hpcast::regression {

namespace {

double intercept_for(const Reduced& reduced, const Eigen::VectorXd& coefficients) {
  return reduced.y_mean - reduced.x_mean.dot(coefficients);
}

}  // namespace

// Where features say the same, the shortest of the solutions, as scikit-learn's LinearRegression.
// LAPACK, which that calls, takes singular values for 0 that are below the largest times the
// precision. What rounding leaves of those that are 0 is often above, so we ask for more.
std::unique_ptr<Model> fit_linear(const Settings& settings, const Samples& samples) {
  const Reduced system = reduced(samples);
  SquareSvd svd(system.r, Eigen::ComputeFullU | Eigen::ComputeFullV);
  svd.setThreshold(10 * static_cast<double>(system.r.cols()) *
                   std::numeric_limits<double>::epsilon());
  const Eigen::VectorXd coefficients = svd.solve(system.z);
  return linear_model(settings.regressor, coefficients, intercept_for(system, coefficients));
}

// min |R w - z|² + alpha |w|² as least squares of R above sqrt(alpha) I.
std::unique_ptr<Model> fit_ridge(const Settings& settings, const Samples& samples) {
  constexpr double alpha = 1;  // Ridge(alpha=1.0)
  const Reduced system = reduced(samples);
  const Eigen::Index columns = system.r.cols();
  Eigen::MatrixXd both(2 * columns, columns);
  both << system.r, std::sqrt(alpha) * Eigen::MatrixXd::Identity(columns, columns);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(2 * columns);
  right.head(columns) = system.z;
  const Eigen::VectorXd coefficients = Eigen::HouseholderQR<Eigen::MatrixXd>(both).solve(right);
  return linear_model(settings.regressor, coefficients, intercept_for(system, coefficients));
}

}  // namespace hpcast::regression
