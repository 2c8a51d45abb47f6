// Gradient boosting (Friedman, 2001) with scikit-learn's defaults:
// GradientBoostingRegressor(loss='squared_error', learning_rate=0.1, n_estimators=100,
// subsample=1.0, criterion='friedman_mse', max_depth=3). Friedman's criterion finds the same splits
// as squared errors: in a node, one is the other times its weight and a constant.
#include <numeric>

#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/grow.h"
#include "hpcast/base/regression/tree_models.h"

namespace hpcast::regression {

// Rows with the same features have the same prediction always, so it is their mean that counts.
std::unique_ptr<Model> fit_gradient_boosting(const Settings& settings, const Samples& samples) {
  constexpr int stages = 100, depth = 3;
  constexpr double rate = 0.1;
  const Training training = training_of(samples.x, settings.threads);
  Means left = means_of(training.groups, samples.y, weights_of(samples));
  const double mean =
      std::inner_product(left.value.begin(), left.value.end(), left.weight.begin(), 0.0) /
      std::accumulate(left.weight.begin(), left.weight.end(), 0.0);
  for (double& value : left.value) value -= mean;
  Grower grower(training, {.depth = depth});
  std::vector<Tree> trees;
  for (int i = 0; i < stages; ++i) {
    trees.push_back(grower.grow(left, nullptr).times(rate));
    for (std::size_t group = 0; group < left.value.size(); ++group)
      left.value[group] -= rate * grower.fitted()[group];
  }
  return sum_of_trees({settings.regressor, samples.x.columns}, mean, std::move(trees));
}

}  // namespace hpcast::regression
