// One tree, and means of many: random forests (Breiman, 2001), bagging (Breiman, 1996), extremely
// randomised trees (Geurts, Ernst and Wehenkel, 2006). With scikit-learn's defaults all of them
// look at all features for each split and grow trees in full: RandomForestRegressor and
// ExtraTreesRegressor (n_estimators=100, max_features=1.0, bootstrap=True and False),
// BaggingRegressor (n_estimators=10, max_samples=1.0, trees), which so is a smaller forest.
#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/grow.h"
#include "hpcast/base/regression/parallel.h"
#include "hpcast/base/regression/tree_models.h"

namespace hpcast::regression {

namespace {

struct Forest {
  std::size_t trees;
  bool draws_rows;  // as many as there are, with replacement
  bool random_thresholds;
};

// A row that was drawn twice weighs twice.
std::vector<double> drawn(const std::vector<double>& weights, Random& random) {
  std::vector<double> result(weights.size(), 0);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::uint32_t row = random.below(static_cast<std::uint32_t>(weights.size()));
    result[row] += weights[row];
  }
  return result;
}

// Each tree has random numbers of its own, so that no thread's pace matters.
std::unique_ptr<Model> fit_mean(const Settings& settings, const Samples& samples,
                                const Forest& forest) {
  const Training training = training_of(samples.x, settings.threads);
  const std::vector<double> weights = weights_of(samples);
  std::vector<Tree> trees(forest.trees);
  for_each_index(forest.trees, settings.threads, [&](std::size_t i) {
    Random random(settings.seed, i);
    const Means means =
        means_of(training.groups, samples.y, forest.draws_rows ? drawn(weights, random) : weights);
    Grower grower(training, {.random_thresholds = forest.random_thresholds});
    trees[i] = grower.grow(means, &random);
  });
  return mean_of_trees({settings.regressor, samples.x.columns}, std::move(trees));
}

}  // namespace

std::unique_ptr<Model> fit_tree(const Settings& settings, const Samples& samples) {
  const Training training = training_of(samples.x, settings.threads);
  std::vector<Tree> trees;
  trees.push_back(Grower(training, {})
                      .grow(means_of(training.groups, samples.y, weights_of(samples)), nullptr));
  return mean_of_trees({settings.regressor, samples.x.columns}, std::move(trees));
}

std::unique_ptr<Model> fit_forest(const Settings& settings, const Samples& samples) {
  return fit_mean(settings, samples, {100, true, false});
}

std::unique_ptr<Model> fit_extra_trees(const Settings& settings, const Samples& samples) {
  return fit_mean(settings, samples, {100, false, true});
}

std::unique_ptr<Model> fit_bagging(const Settings& settings, const Samples& samples) {
  return fit_mean(settings, samples, {10, true, false});
}

}  // namespace hpcast::regression
