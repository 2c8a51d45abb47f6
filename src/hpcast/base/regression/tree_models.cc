#include "hpcast/base/regression/tree_models.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "hpcast/base/regression/read_numbers.h"

namespace hpcast::regression {

namespace {

class TreesModel : public Model {
 public:
  TreesModel(const Head& head, std::vector<Tree> trees)
      : Model(head.regressor, head.columns), trees_(std::move(trees)) {}

 protected:
  const std::vector<Tree>& trees() const { return trees_; }

  double sum_of(double first, std::span<const double> row) const {
    double sum = first;
    for (const Tree& tree : trees_) sum += tree.predict(row);
    return sum;
  }

  void write(Json& json) const override {
    Json& texts = json["trees"] = Json::array();
    for (const Tree& tree : trees_) texts.push_back(to_text(tree));
  }

 private:
  std::vector<Tree> trees_;
};

class MeanOfTrees final : public TreesModel {
 public:
  using TreesModel::TreesModel;
  double predict(std::span<const double> row) const override {
    return sum_of(0, row) / static_cast<double>(trees().size());
  }
};

class SumOfTrees final : public TreesModel {
 public:
  SumOfTrees(const Head& head, double first, std::vector<Tree> trees)
      : TreesModel(head, std::move(trees)), first_(first) {}
  double predict(std::span<const double> row) const override { return sum_of(first_, row); }

 private:
  void write(Json& json) const override {
    json["first"] = first_;
    TreesModel::write(json);
  }

  double first_;
};

class MedianOfTrees final : public TreesModel {
 public:
  MedianOfTrees(const Head& head, std::vector<double> weights, std::vector<Tree> trees)
      : TreesModel(head, std::move(trees)), weights_(std::move(weights)) {}

  double predict(std::span<const double> row) const override {
    std::vector<std::pair<double, double>> weighted;
    weighted.reserve(weights_.size());
    for (std::size_t i = 0; i < weights_.size(); ++i)
      weighted.emplace_back(trees()[i].predict(row), weights_[i]);
    std::sort(weighted.begin(), weighted.end());
    const double half = 0.5 * std::accumulate(weights_.begin(), weights_.end(), 0.0);
    double below = 0;
    for (const auto& [prediction, weight] : weighted)
      if ((below += weight) >= half) return prediction;
    return weighted.back().first;  // where rounding has half a little above the last sum
  }

 private:
  void write(Json& json) const override {
    json["weights"] = weights_;
    TreesModel::write(json);
  }

  std::vector<double> weights_;
};

std::vector<Tree> trees_at(Fields& fields, std::size_t columns) {
  std::vector<Tree> trees;
  try {
    for (const std::string& text : fields.texts("trees")) trees.push_back(tree_in(text, columns));
    if (trees.empty()) fields.fault("trees", "expected one or more trees");
  } catch (const std::invalid_argument& error) {
    fields.fault("trees", fmt::format("tree {}: {}", trees.size(), error.what()));
  }
  return trees;
}

}  // namespace

std::unique_ptr<Model> mean_of_trees(const Head& head, std::vector<Tree> trees) {
  return std::make_unique<MeanOfTrees>(head, std::move(trees));
}

std::unique_ptr<Model> sum_of_trees(const Head& head, double first, std::vector<Tree> trees) {
  return std::make_unique<SumOfTrees>(head, first, std::move(trees));
}

std::unique_ptr<Model> median_of_trees(const Head& head, std::vector<double> weights,
                                       std::vector<Tree> trees) {
  return std::make_unique<MedianOfTrees>(head, std::move(weights), std::move(trees));
}

std::unique_ptr<Model> read_mean_of_trees(const Head& head, Fields& fields) {
  return mean_of_trees(head, trees_at(fields, head.columns));
}

std::unique_ptr<Model> read_sum_of_trees(const Head& head, Fields& fields) {
  const double first = number_at(fields, "first");
  return sum_of_trees(head, first, trees_at(fields, head.columns));
}

std::unique_ptr<Model> read_median_of_trees(const Head& head, Fields& fields) {
  std::vector<Tree> trees = trees_at(fields, head.columns);
  std::vector<double> weights = numbers_at(fields, "weights", trees.size());
  if (std::any_of(weights.begin(), weights.end(), [](double weight) { return weight < 0; }))
    fields.fault("weights", "expected numbers of 0 or more");
  return median_of_trees(head, std::move(weights), std::move(trees));
}

}  // namespace hpcast::regression
