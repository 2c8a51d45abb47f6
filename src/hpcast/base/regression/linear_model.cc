#include "hpcast/base/regression/linear_model.h"

#include <vector>

#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/read_numbers.h"

namespace hpcast::regression {

namespace {

class LinearModel final : public Model {
 public:
  LinearModel(const std::string& regressor, std::vector<double> coefficients, double intercept)
      : Model(regressor, coefficients.size()),
        coefficients_(std::move(coefficients)),
        intercept_(intercept) {}

  double predict(std::span<const double> row) const override {
    double sum = intercept_;
    for (std::size_t i = 0; i < coefficients_.size(); ++i) sum += coefficients_[i] * row[i];
    return sum;
  }

 private:
  void write(Json& json) const override {
    json["intercept"] = intercept_;
    json["coefficients"] = coefficients_;
  }

  std::vector<double> coefficients_;
  double intercept_;
};

}  // namespace

std::unique_ptr<Model> linear_model(const std::string& regressor,
                                    const Eigen::VectorXd& coefficients, double intercept) {
  return std::make_unique<LinearModel>(
      regressor, std::vector<double>(coefficients.begin(), coefficients.end()), intercept);
}

std::unique_ptr<Model> read_linear(const Head& head, Fields& fields) {
  const double intercept = number_at(fields, "intercept");
  return std::make_unique<LinearModel>(head.regressor,
                                       numbers_at(fields, "coefficients", head.columns), intercept);
}

}  // namespace hpcast::regression
