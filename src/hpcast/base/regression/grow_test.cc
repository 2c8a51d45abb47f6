// Trees against a plain way to grow them, and what they are known to do.
#include "hpcast/base/regression/grow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "hpcast/base/regression/parallel.h"
#include "hpcast/base/regression/regressor.h"
#include "hpcast/base/regression/samples_for_tests.h"

namespace hpcast::regression {

namespace {

using RowSet = std::vector<std::size_t>;

double mean_of(const Rows& rows, const RowSet& set) {
  double sum = 0, weight = 0;
  for (const std::size_t i : set) {
    sum += rows.samples().weight(i) * rows.y[i];
    weight += rows.samples().weight(i);
  }
  return sum / weight;
}

double squared_error(const Rows& rows, const RowSet& set) {
  const double mean = mean_of(rows, set);
  double error = 0;
  for (const std::size_t i : set)
    error += rows.samples().weight(i) * (rows.y[i] - mean) * (rows.y[i] - mean);
  return error;
}

// Both sides of a split; one is empty where it is none.
std::pair<RowSet, RowSet> parted(const Rows& rows, const RowSet& set, std::size_t feature,
                                 double most) {
  std::pair<RowSet, RowSet> sides;
  for (const std::size_t i : set)
    (rows.samples().x.row(i)[feature] <= most ? sides.first : sides.second).push_back(i);
  return sides;
}

// By trying every value of every feature.
std::pair<RowSet, RowSet> best_sides(const Rows& rows, const RowSet& set) {
  std::pair<RowSet, RowSet> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t feature = 0; feature < rows.columns; ++feature)
    for (const std::size_t i : set) {
      auto sides = parted(rows, set, feature, rows.samples().x.row(i)[feature]);
      if (sides.second.empty()) continue;
      const double error = squared_error(rows, sides.first) + squared_error(rows, sides.second);
      if (error >= least - 1e-9) continue;
      least = error;
      best = std::move(sides);
    }
  return best;
}

void predict_plainly(const Rows& rows, const RowSet& set, int depth, std::vector<double>& all) {
  const auto [left, right] = best_sides(rows, set);
  if (depth == 0 || right.empty()) {
    for (const std::size_t i : set) all[i] = mean_of(rows, set);
    return;
  }
  predict_plainly(rows, left, depth - 1, all);
  predict_plainly(rows, right, depth - 1, all);
}

Tree tree_of(const Rows& rows, int depth) {
  const Training training = training_of(rows.samples().x, 1);
  Grower grower(training, {.depth = depth});
  return grower.grow(means_of(training.groups, rows.y, weights_of(rows.samples())), nullptr);
}

void expect_as_plainly(const Rows& rows, int depth) {
  RowSet all(rows.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<double> plainly(rows.size());
  predict_plainly(rows, all, depth, plainly);
  const Tree tree = tree_of(rows, depth);
  for (std::size_t i = 0; i < rows.size(); ++i)
    ASSERT_NEAR(tree.predict(rows.samples().x.row(i)), plainly[i], 1e-9) << "row " << i;
}

// Columns of more values than a byte tells apart, too, and such that are sorted and counted.
TEST(Grower, FindsTheSplitsThatAPlainSearchFinds) {
  expect_as_plainly(mixed_rows(400, 11), 4);
  for (std::uint64_t seed = 20; seed < 30; ++seed) expect_as_plainly(mixed_rows(60, seed), 3);
}

TEST(Grower, TakesWeights) {
  Rows rows = mixed_rows(80, 12);
  Random random(13, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) rows.weights.push_back(0.1 + random.uniform());
  expect_as_plainly(rows, 3);
}

TEST(Grower, FitsWhatFeaturesTellApart) {
  const Rows rows = mixed_rows(3000, 14);
  const auto tree = fit({"tree"}, rows.samples());
  for (std::size_t i = 0; i < rows.size(); ++i)
    ASSERT_EQ(tree->predict(rows.samples().x.row(i)), rows.y[i]);
}

// No split of the first makes errors smaller.
TEST(Grower, LearnsWhatNeitherFeatureTellsAlone) {
  Rows rows;
  for (const double a : {0, 1})
    for (const double b : {0, 1}) rows.add({a, b}, a == b ? 1 : 0);
  const Tree tree = tree_of(rows, 2);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(tree.predict(rows.samples().x.row(i)), rows.y[i]);
}

TEST(Grower, OfSplitsThatAreAsGoodTakesTheFirstFeature) {
  Rows rows;
  rows.add({1, 0, 5, 1}, 1);
  rows.add({1, 1, 4, 0}, 2);
  EXPECT_EQ(to_text(tree_of(rows, 9)), "1:0.5 1 2");
}

TEST(Grower, ChoosesAtRandomAmongThemWhereAskedTo) {
  Rows rows;
  rows.add({1, 0, 5, 1}, 1);
  rows.add({1, 1, 4, 0}, 2);
  const Training training = training_of(rows.samples().x, 1);
  const Means means = means_of(training.groups, rows.y, weights_of(rows.samples()));
  Grower grower(training, {});
  Random random(1, 0);
  std::map<std::uint32_t, int> chosen;
  for (int i = 0; i < 3000; ++i) ++chosen[grower.grow(means, &random).nodes()[0].feature];
  EXPECT_EQ(chosen.size(), 3U);
  for (const auto& [feature, times] : chosen) EXPECT_NEAR(times, 1000, 150) << feature;
}

TEST(Grower, RowsThatAreAlikeHaveTheirMean) {
  Rows rows;
  rows.add({0.0, 3}, 1);
  rows.add({-0.0, 3}, 2);
  rows.add({1, 3}, 7);
  rows.weights = {1, 3, 1};
  EXPECT_EQ(to_text(tree_of(rows, 9)), "0:0.5 1.75 7");
}

TEST(Grower, RandomThresholdsLieBetweenValues) {
  Rows rows;
  for (int i = 0; i < 20; ++i) rows.add({1.0 * (i % 4), 1.0 * (i % 3)}, i);
  const Training training = training_of(rows.samples().x, 1);
  const Means means = means_of(training.groups, rows.y, weights_of(rows.samples()));
  Grower grower(training, {.random_thresholds = true});
  std::set<double> thresholds;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed, 0);
    const Tree tree = grower.grow(means, &random);
    for (const Tree::Node& node : tree.nodes())
      if (node.feature != Tree::leaf) thresholds.insert(node.number);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_NEAR(tree.predict(rows.samples().x.row(i)), i < 8 ? i + 6 : i, 1e-9);
  }
  EXPECT_GT(thresholds.size(), 100U);
  EXPECT_GE(*thresholds.begin(), 0);
  EXPECT_LT(*thresholds.rbegin(), 3);
}

TEST(Random, IsTheSameEverywhere) {
  Random random(42, 7);
  const std::uint64_t state = mixed(mixed(42) + 7);
  EXPECT_EQ(random.bits(), mixed(state));
  EXPECT_EQ(random.bits(), mixed(state + 0x9e3779b97f4a7c15U));
  EXPECT_EQ(mixed(0), 0xe220a8397b1dcdafU);  // of the authors' program
}

TEST(Random, IsEven) {
  Random random(1, 1);
  std::map<std::uint64_t, int> counts;
  double sum = 0;
  for (int i = 0; i < 30000; ++i) ++counts[random.below(3)], sum += random.uniform();
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_NEAR(counts[i], 10000, 400);
  EXPECT_NEAR(sum / 30000, 0.5, 0.01);
}

TEST(ForEachIndex, CallsForEachOnceAndPassesOnWhatIsThrown) {
  std::vector<int> calls(1000, 0);
  for_each_index(1000, 3, [&](std::size_t i) { ++calls[i]; });
  EXPECT_EQ(calls, std::vector<int>(1000, 1));
  for_each_index(0, 3, [&](std::size_t) { FAIL(); });
  EXPECT_THROW(for_each_index(10, 3, [](std::size_t) { throw std::runtime_error("no"); }),
               std::runtime_error);
}

}  // namespace

}  // namespace hpcast::regression
