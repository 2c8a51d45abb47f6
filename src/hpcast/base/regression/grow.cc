#include "hpcast/base/regression/grow.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace hpcast::regression {

namespace {

constexpr std::uint32_t nobody = UINT32_MAX;
constexpr std::uint32_t most_packed = 16384;  // with 90 features of a byte, 1.5 MB

std::size_t most_values(const Training& training) {
  std::size_t most = 0;
  for (const Column& column : training.columns) most = std::max(most, column.values.size());
  return most;
}

}  // namespace

Grower::Grower(const Training& training, const Rule& rule)
    : training_(training),
      rule_(rule),
      features_(training.columns.size()),
      twos_(training.columns.size()),
      histogram_(most_values(training)),
      bins_(histogram_.size()),
      fitted_(training.groups.first.size()) {}

Tree Grower::grow(const Means& means, Random* random) {
  random_ = random;
  packed_ = false;
  nodes_.clear();
  take_rows(means);
  std::iota(features_.begin(), features_.end(), 0);
  pending_ = {{0, static_cast<std::uint32_t>(rows_.size()),
               static_cast<std::uint32_t>(features_.size()), 0, nobody}};
  while (!pending_.empty()) {
    const Pending node = pending_.back();
    pending_.pop_back();
    grow_node(node);
  }
  return Tree(nodes_);
}

void Grower::take_rows(const Means& means) {
  rows_.clear();
  weights_.clear();
  targets_.clear();
  for (std::uint32_t group = 0; group < means.weight.size(); ++group) {
    if (means.weight[group] == 0) continue;
    rows_.push_back(group);
    weights_.push_back(means.weight[group]);
    targets_.push_back(means.value[group]);
  }
  sums_.resize(rows_.size());
  spare_rows_.resize(rows_.size());
  spare_weights_.resize(rows_.size());
  spare_targets_.resize(rows_.size());
  sorted_.reserve(rows_.size());
}

void Grower::grow_node(Pending node) {
  if (node.begin >= packed_end_) packed_ = false;
  if (!packed_ && node.end - node.begin <= most_packed) pack(node);
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  if (node.right_of != nobody) nodes_[node.right_of].right = index;
  const Moments moments = moments_of(node);
  if (moments.alike || node.depth >= rule_.depth) return add_leaf(node, moments.mean);
  const Split split = best_split(node, take_sums(node, moments));
  if (split.gain < 0) return add_leaf(node, moments.mean);
  nodes_.push_back({split.threshold, split.feature, 0});
  const std::uint32_t middle = part(node, split);
  pending_.push_back({middle, node.end, node.features, node.depth + 1, index});
  pending_.push_back({node.begin, middle, node.features, node.depth + 1, nobody});
}

void Grower::add_leaf(const Pending& node, double value) {
  nodes_.push_back({value, Tree::leaf, 0});
  for (std::uint32_t i = node.begin; i < node.end; ++i)
    fitted_[packed_ ? packed_rows_[rows_[i]] : rows_[i]] = value;
}

// Of differences to the first target, so that nothing is lost where all are the same.
Grower::Moments Grower::moments_of(const Pending& node) const {
  const double first = targets_[node.begin];
  double weight = 0, sum = 0, least = first, largest = first;
  for (std::uint32_t i = node.begin; i < node.end; ++i) {
    weight += weights_[i];
    sum += weights_[i] * (targets_[i] - first);
    least = std::min(least, targets_[i]);
    largest = std::max(largest, targets_[i]);
  }
  return {weight, first + sum / weight, least == largest};
}

Grower::Totals Grower::take_sums(const Pending& node, const Moments& moments) {
  double sum = 0;
  for (std::uint32_t i = node.begin; i < node.end; ++i) {
    sums_[i] = {weights_[i], weights_[i] * (targets_[i] - moments.mean)};
    sum += sums_[i].sum;
  }
  return {moments.weight, sum};
}

// Features that are constant here are so below, too: they go behind the others, whose set is the
// same again when the node's other side is grown.
Grower::Split Grower::best_split(Pending& node, const Totals& totals) {
  count_twos(node);
  Split best;
  for (std::uint32_t k = 0; k < node.features;) {
    if (random_) std::swap(features_[k], features_[k + random_->below(node.features - k)]);
    const std::uint32_t feature = features_[k];
    collect_bins(feature, node, totals);
    if (bin_count_ < 2) {
      std::swap(features_[k], features_[--node.features]);
      continue;
    }
    if (rule_.random_thresholds)
      try_random_threshold(feature, totals, best);
    else
      try_thresholds(feature, totals, best);
    ++k;
  }
  return best;
}

void Grower::try_thresholds(std::uint32_t feature, const Totals& totals, Split& best) const {
  const std::vector<double>& values = training_.columns[feature].values;
  Totals left;
  for (std::size_t i = 0; i + 1 < bin_count_; ++i) {
    left.weight += bins_[i].weight;
    left.sum += bins_[i].sum;
    const double right_weight = totals.weight - left.weight, right_sum = totals.sum - left.sum;
    if (right_weight <= 0) continue;  // lost to rounding beside a weight that is much larger
    const double gain = left.sum * left.sum / left.weight + right_sum * right_sum / right_weight;
    const double below = values[bins_[i].code], above = values[bins_[i + 1].code];
    const double middle = below / 2 + above / 2;
    take_better({gain, middle < above ? middle : below, feature, bins_[i].code}, best);
  }
}

void Grower::try_random_threshold(std::uint32_t feature, const Totals& totals, Split& best) {
  const std::vector<double>& values = training_.columns[feature].values;
  const double least = values[bins_[0].code], largest = values[bins_[bin_count_ - 1].code];
  const double drawn = least + random_->uniform() * (largest - least);
  const double threshold = drawn < largest ? drawn : least;
  Totals left;
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < bin_count_ && values[bins_[i].code] <= threshold; ++i) {
    left.weight += bins_[i].weight;
    left.sum += bins_[i].sum;
    code = bins_[i].code;
  }
  const double right_weight = totals.weight - left.weight, right_sum = totals.sum - left.sum;
  if (right_weight <= 0) return;
  const double gain = left.sum * left.sum / left.weight + right_sum * right_sum / right_weight;
  take_better({gain, threshold, feature, code}, best);
}

// Gains that differ by less than what rounding does to them are the same.
void Grower::take_better(const Split& split, Split& best) const {
  constexpr double rounding = 1e-12;
  const bool better = split.gain > best.gain * (1 + rounding);
  const bool first = !random_ && split.feature < best.feature;
  if (best.gain < 0 || better || (first && split.gain >= best.gain * (1 - rounding))) best = split;
}

std::uint32_t Grower::part(const Pending& node, const Split& split) {
  return training_.columns[split.feature].wide.empty()
             ? part_by(narrow_codes(split.feature), node, split.code)
             : part_by(wide_codes(split.feature), node, split.code);
}

// Without a branch, which nobody could foretell.
template <class Code>
std::uint32_t Grower::part_by(const Code* codes, const Pending& node, std::uint32_t most) {
  std::uint32_t left = node.begin, right = 0;
  for (std::uint32_t i = node.begin; i < node.end; ++i) {
    const std::uint32_t row = rows_[i];
    const double weight = weights_[i], target = targets_[i];
    const bool goes_left = codes[row] <= most;
    rows_[left] = spare_rows_[right] = row;
    weights_[left] = spare_weights_[right] = weight;
    targets_[left] = spare_targets_[right] = target;
    left += goes_left ? 1 : 0;
    right += goes_left ? 0 : 1;
  }
  std::copy_n(spare_rows_.begin(), right, rows_.begin() + left);
  std::copy_n(spare_weights_.begin(), right, weights_.begin() + left);
  std::copy_n(spare_targets_.begin(), right, targets_.begin() + left);
  return left;
}

}  // namespace hpcast::regression
