// A node's rows by the values of one feature.
#include <algorithm>
#include <cstddef>

#include "hpcast/regression/grow.h"

namespace hpcast::regression {

void Grower::collect_bins(const Column& column, const Pending& node, const Totals& totals) {
  bins_.clear();
  if (column.values.size() == 2)
    collect_two(column.narrow.data(), node, totals);
  else if (column.wide.empty())
    collect(column.narrow.data(), column.values.size(), node);
  else
    collect(column.wide.data(), column.values.size(), node);
}

// Four sums side by side, as an addition takes as long as four may be begun in.
void Grower::collect_two(const std::uint8_t* codes, const Pending& node, const Totals& totals) {
  constexpr std::uint32_t lanes = 4;
  double weights[lanes] = {}, sums[lanes] = {};
  std::uint32_t count = 0;
  const auto add = [&](std::uint32_t i, std::uint32_t lane) {
    const std::uint8_t code = codes[rows_[i]];
    weights[lane] += code * weights_[i];
    sums[lane] += code * sums_[i];
    count += code;
  };
  std::uint32_t i = node.begin;
  for (; i + lanes <= node.end; i += lanes)
    for (std::uint32_t lane = 0; lane < lanes; ++lane) add(i + lane, lane);
  for (; i < node.end; ++i) add(i, 0);
  const double weight = (weights[0] + weights[1]) + (weights[2] + weights[3]);
  const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  if (count < node.end - node.begin && totals.weight > weight)
    bins_.push_back({0, totals.weight - weight, totals.sum - sum});
  if (count > 0) bins_.push_back({1, weight, sum});
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
    histogram_[code].weight += weights_[i];
    histogram_[code].sum += sums_[i];
    least = std::min(least, code);
    largest = std::max(largest, code);
  }
  for (std::uint32_t code = least; code <= largest; ++code) {
    Totals& totals = histogram_[code];
    if (totals.weight == 0) continue;
    bins_.push_back({code, totals.weight, totals.sum});
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
    if (bins_.empty() || bins_.back().code != code) bins_.push_back({code, 0, 0});
    bins_.back().weight += weights_[i];
    bins_.back().sum += sums_[i];
  }
}

}  // namespace hpcast::regression
