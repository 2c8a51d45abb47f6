// An intercept and a coefficient for each feature.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>

#include "hpcast/base/regression/model.h"

namespace hpcast::regression {

std::unique_ptr<Model> linear_model(const std::string& regressor,
                                    const Eigen::VectorXd& coefficients, double intercept);

}  // namespace hpcast::regression
