// AdaBoost.R2 (Drucker, 1997) with scikit-learn's defaults: AdaBoostRegressor(n_estimators=50,
// learning_rate=1.0, loss='linear') of trees of depth 3.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/grow.h"
#include "hpcast/base/regression/tree_models.h"

namespace hpcast::regression {

namespace {

constexpr int most_boosts = 50;
constexpr int boost_depth = 3;

// To 1 in all. None too small to be drawn ever again, as scikit-learn has it since its issue 20320.
void normalise(std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights)
    weight = std::max(weight / sum, std::numeric_limits<double>::epsilon());
}

// How often each row was drawn: as many as there are, each as likely as it weighs.
std::vector<double> drawn_by(const std::vector<double>& weights, Random& random) {
  std::vector<double> sums(weights.size()), counts(weights.size(), 0);
  std::partial_sum(weights.begin(), weights.end(), sums.begin());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto row = std::upper_bound(sums.begin(), sums.end(), random.uniform() * sums.back());
    ++counts[std::min<std::size_t>(row - sums.begin(), counts.size() - 1)];
  }
  return counts;
}

class Boosting {
 public:
  Boosting(const Settings& settings, const Samples& samples)
      : samples_(samples),
        training_(training_of(samples.x, settings.threads)),
        grower_(training_, {.depth = boost_depth}),
        random_(settings.seed, 0),
        weights_(weights_of(samples)) {}

  std::unique_ptr<Model> run(const std::string& regressor) {
    while (trees_.size() < most_boosts && boost()) continue;
    return median_of_trees({regressor, samples_.x.columns}, std::move(tree_weights_),
                           std::move(trees_));
  }

 private:
  // Another tree; false when it is the last: it has no error, or more than half of what it may be,
  // and then it does not count, unless it is the only one.
  bool boost() {
    normalise(weights_);
    Tree tree =
        grower_.grow(means_of(training_.groups, samples_.y, drawn_by(weights_, random_)), &random_);
    const std::vector<double> errors = errors_of(tree);
    const double error = std::inner_product(errors.begin(), errors.end(), weights_.begin(), 0.0);
    if (error >= 0.5 && !trees_.empty()) return false;
    const double beta = error / (1 - error);
    const bool goes_on = error > 0 && error < 0.5;
    trees_.push_back(std::move(tree));
    tree_weights_.push_back(goes_on ? std::log(1 / beta) : 1);
    if (!goes_on) return false;
    for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] *= std::pow(beta, 1 - errors[i]);
    return true;
  }

  // Over the largest.
  std::vector<double> errors_of(const Tree& tree) const {
    std::vector<double> predictions, errors(samples_.y.size());
    for (const std::uint32_t row : training_.groups.first)
      predictions.push_back(tree.predict(samples_.x.row(row)));
    for (std::size_t i = 0; i < errors.size(); ++i)
      errors[i] = std::abs(predictions[training_.groups.of_row[i]] - samples_.y[i]);
    const double largest = *std::max_element(errors.begin(), errors.end());
    for (double& error : errors) error /= largest > 0 ? largest : 1;
    return errors;
  }

  const Samples& samples_;
  const Training training_;
  Grower grower_;
  Random random_;
  std::vector<double> weights_;
  std::vector<Tree> trees_;
  std::vector<double> tree_weights_;
};

}  // namespace

std::unique_ptr<Model> fit_adaboost(const Settings& settings, const Samples& samples) {
  return Boosting(settings, samples).run(settings.regressor);
}

}  // namespace hpcast::regression
