// A node's rows by the values of one feature.
#include <algorithm>
#include <cstddef>

#include "hpcast/base/regression/grow.h"

namespace hpcast::regression {

void Grower::collect_bins(std::uint32_t feature, const Pending& node, const Totals& totals) {
  const Column& column = training_.columns[feature];
  bin_count_ = 0;
  if (column.values.size() == 2)
    collect_two(twos_[feature], node, totals);
  else if (column.wide.empty())
    collect(narrow_codes(feature), column.values.size(), node);
  else
    collect(wide_codes(feature), column.values.size(), node);
}

// In blocks of rows, which stay in the cache while one feature after the other is looked at.
void Grower::count_twos(const Pending& node) {
  constexpr std::uint32_t block = 1024;
  for (std::uint32_t k = 0; k < node.features; ++k) twos_[features_[k]] = {};
  for (std::uint32_t begin = node.begin; begin < node.end; begin += block) {
    const std::uint32_t end = std::min(begin + block, node.end);
    for (std::uint32_t k = 0; k < node.features; ++k) {
      const std::uint32_t feature = features_[k];
      if (training_.columns[feature].values.size() == 2)
        count_two(narrow_codes(feature), begin, end, twos_[feature]);
    }
  }
}

// Four sums side by side, as an addition takes as long as four may be begun in.
void Grower::count_two(const std::uint8_t* codes, std::uint32_t begin, std::uint32_t end,
                       Two& two) const {
  constexpr std::uint32_t lanes = 4;
  Totals totals[lanes];
  const auto add = [&](std::uint32_t i, Totals& lane) {
    const std::uint8_t code = codes[rows_[i]];
    lane.weight += code * sums_[i].weight;
    lane.sum += code * sums_[i].sum;
    two.count += code;
  };
  std::uint32_t i = begin;
  for (; i + lanes <= end; i += lanes)
    for (std::uint32_t lane = 0; lane < lanes; ++lane) add(i + lane, totals[lane]);
  for (; i < end; ++i) add(i, totals[0]);
  two.totals.weight +=
      (totals[0].weight + totals[1].weight) + (totals[2].weight + totals[3].weight);
  two.totals.sum += (totals[0].sum + totals[1].sum) + (totals[2].sum + totals[3].sum);
}

void Grower::collect_two(const Two& two, const Pending& node, const Totals& totals) {
  const auto [weight, sum] = two.totals;
  if (two.count < node.end - node.begin && totals.weight > weight)
    add_bin({0, totals.weight - weight, totals.sum - sum});
  if (two.count > 0) add_bin({1, weight, sum});
}

// Rows are counted per value where that is not dearer than to sort them.
template <class Code>
void Grower::collect(const Code* codes, std::size_t values, const Pending& node) {
  if (values <= 2 * std::size_t{node.end - node.begin})
    collect_counted(codes, node);
  else
    collect_sorted(codes, node);
}

template <class Code>
void Grower::collect_counted(const Code* codes, const Pending& node) {
  std::uint32_t least = UINT32_MAX, largest = 0;
  for (std::uint32_t i = node.begin; i < node.end; ++i) {
    const std::uint32_t code = codes[rows_[i]];
    histogram_[code].weight += sums_[i].weight;
    histogram_[code].sum += sums_[i].sum;
    least = std::min(least, code);
    largest = std::max(largest, code);
  }
  for (std::uint32_t code = least; code <= largest; ++code) {
    Totals& totals = histogram_[code];
    if (totals.weight == 0) continue;
    add_bin({code, totals.weight, totals.sum});
    totals = {};
  }
}

template <class Code>
void Grower::collect_sorted(const Code* codes, const Pending& node) {
  sorted_.clear();
  for (std::uint32_t i = node.begin; i < node.end; ++i)
    sorted_.push_back(std::uint64_t{codes[rows_[i]]} << 32 | i);
  std::sort(sorted_.begin(), sorted_.end());
  for (const std::uint64_t key : sorted_) {
    const auto code = static_cast<std::uint32_t>(key >> 32);
    const auto i = static_cast<std::uint32_t>(key);
    if (bin_count_ == 0 || bins_[bin_count_ - 1].code != code) add_bin({code, 0, 0});
    bins_[bin_count_ - 1].weight += sums_[i].weight;
    bins_[bin_count_ - 1].sum += sums_[i].sum;
  }
}

}  // namespace hpcast::regression
