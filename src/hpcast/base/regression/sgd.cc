// Stochastic gradient descent with scikit-learn's defaults: SGDRegressor(loss='squared_error',
// penalty='l2', alpha=1e-4, learning_rate='invscaling', eta0=0.01, power_t=0.25, max_iter=1000,
// tol=1e-3, n_iter_no_change=5).
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/linear_model.h"
#include "hpcast/base/regression/random.h"

namespace hpcast::regression {

namespace {

class Descent {
 public:
  Descent(const Samples& samples, std::uint64_t seed)
      : samples_(samples),
        random_(seed, 0),
        order_(samples.y.size()),
        w_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(samples.x.columns))) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  // Until no turn has made the loss smaller by the tolerance for some turns. Returns the last loss.
  double run() {
    constexpr int most_turns = 1000, patience = 5;
    constexpr double tolerance = 1e-3;
    double best = std::numeric_limits<double>::infinity();
    double loss = 0;
    int in_vain = 0;
    for (int i = 0; i < most_turns && in_vain < patience; ++i) {
      loss = turn();
      const double enough = best - tolerance * static_cast<double>(samples_.y.size());
      in_vain = loss > enough ? in_vain + 1 : 0;
      best = std::min(best, loss);
    }
    return loss;
  }

  const Eigen::VectorXd& w() const { return w_; }
  double intercept() const { return intercept_; }

 private:
  // All rows once, in random order; the loss that was met.
  double turn() {
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[random_.below(static_cast<std::uint32_t>(i))]);
    double loss = 0;
    for (const std::uint32_t row : order_) loss += step(row);
    return loss;
  }

  double step(std::uint32_t row) {
    constexpr double alpha = 1e-4, rate = 0.01, power = 0.25;
    constexpr double steepest = 1e12;  // MAX_DLOSS of scikit-learn's _sgd_fast.pyx
    const std::span<const double> values = samples_.x.row(row);
    const Eigen::Map<const Eigen::VectorXd> x(values.data(), w_.size());
    const double error = w_.dot(x) + intercept_ - samples_.y[row];
    const double eta = rate / std::pow(++steps_, power);
    const double update = -eta * std::clamp(error, -steepest, steepest) * samples_.weight(row);
    w_ = std::max(0.0, 1 - eta * alpha) * w_ + update * x;
    intercept_ += update;
    return 0.5 * error * error;
  }

  const Samples& samples_;
  Random random_;
  std::vector<std::uint32_t> order_;
  Eigen::VectorXd w_;
  double intercept_ = 0;
  double steps_ = 0;
};

}  // namespace

// Features that are large make every step too long. scikit-learn then returns coefficients of 1e12
// and more; as they foretell nothing, we say so.
std::unique_ptr<Model> fit_sgd(const Settings& settings, const Samples& samples) {
  constexpr double diverged = 100;
  double loss_of_nothing = 0;
  for (const double y : samples.y) loss_of_nothing += 0.5 * y * y;
  Descent descent(samples, settings.seed);
  if (descent.run() > diverged * loss_of_nothing)
    throw InputError("the regressor 'sgd' diverges: it ends further off than it began",
                     "bring the features to about the size of 1, or take another regressor");
  return linear_model(settings.regressor, descent.w(), descent.intercept());
}

}  // namespace hpcast::regression
