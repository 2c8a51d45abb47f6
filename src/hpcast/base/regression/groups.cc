#include "hpcast/base/regression/groups.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace hpcast::regression {

namespace {

constexpr std::uint32_t empty_slot = UINT32_MAX;

std::uint64_t hash_of(std::span<const double> row) {
  std::uint64_t hash = 0;
  for (const double value : row) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(value + 0.0)) * 0x9e3779b97f4a7c15U;  // -0 is 0
    hash ^= hash >> 32;
  }
  return hash;
}

// Open addressing: groups by the hash of their rows.
class GroupTable {
 public:
  explicit GroupTable(const Matrix& x)
      : x_(x), slots_(std::bit_ceil(2 * x.rows() + 1), empty_slot) {}

  // The group of the row, which may be a new one.
  std::uint32_t group_of(std::uint32_t row, std::vector<std::uint32_t>& first) {
    const std::span<const double> values = x_.row(row);
    for (std::size_t at = hash_of(values) & (slots_.size() - 1);;
         at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == empty_slot) {
        slots_[at] = static_cast<std::uint32_t>(first.size());
        first.push_back(row);
        return slots_[at];
      }
      const std::span<const double> other = x_.row(first[slots_[at]]);
      if (std::equal(values.begin(), values.end(), other.begin())) return slots_[at];
    }
  }

 private:
  const Matrix& x_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace

Groups groups_in(const Matrix& x) {
  GroupTable table(x);
  Groups groups;
  groups.of_row.resize(x.rows());
  for (std::uint32_t row = 0; row < x.rows(); ++row)
    groups.of_row[row] = table.group_of(row, groups.first);
  return groups;
}

// Of differences to the group's first target, so that targets that are the same are their mean.
Means means_of(const Groups& groups, std::span<const double> y, std::span<const double> weights) {
  const std::size_t count = groups.first.size();
  Means means{std::vector<double>(count, 0), std::vector<double>(count, 0)};
  std::vector<double> sums(count, 0);
  for (std::size_t row = 0; row < y.size(); ++row) {
    if (weights[row] == 0) continue;
    const std::uint32_t group = groups.of_row[row];
    if (means.weight[group] == 0) means.value[group] = y[row];
    means.weight[group] += weights[row];
    sums[group] += weights[row] * (y[row] - means.value[group]);
  }
  for (std::size_t group = 0; group < count; ++group)
    if (means.weight[group] > 0) means.value[group] += sums[group] / means.weight[group];
  return means;
}

std::vector<double> weights_of(const Samples& samples) {
  if (samples.weights.empty()) return std::vector<double>(samples.y.size(), 1);
  return {samples.weights.begin(), samples.weights.end()};
}

}  // namespace hpcast::regression
