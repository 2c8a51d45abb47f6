#include "hpcast/base/regression/columns.h"

#include <algorithm>
#include <cstddef>

#include "hpcast/base/regression/parallel.h"

namespace hpcast::regression {

namespace {

constexpr std::size_t most_narrow = 256;

// Ascending; none where there are more than a byte tells apart.
std::vector<double> few_distinct(const std::vector<double>& column) {
  std::vector<double> values{column.front()};
  double last = column.front();
  for (const double value : column) {
    if (value == last) continue;
    last = value;
    const auto place = std::lower_bound(values.begin(), values.end(), value);
    if (place != values.end() && *place == value) continue;
    if (values.size() == most_narrow) return {};
    values.insert(place, value);
  }
  return values;
}

std::vector<double> all_distinct(std::vector<double> column) {
  std::sort(column.begin(), column.end());
  column.erase(std::unique(column.begin(), column.end()), column.end());
  return column;
}

template <class Code>
std::vector<Code> places(const std::vector<double>& column, const std::vector<double>& values) {
  std::vector<Code> codes(column.size());
  for (std::size_t i = 0; i < column.size(); ++i)
    codes[i] = static_cast<Code>(std::lower_bound(values.begin(), values.end(), column[i]) -
                                 values.begin());
  return codes;
}

std::vector<std::uint8_t> two_places(const std::vector<double>& column, double second) {
  std::vector<std::uint8_t> codes(column.size());
  for (std::size_t i = 0; i < column.size(); ++i) codes[i] = column[i] == second ? 1 : 0;
  return codes;
}

Column column_of(const Matrix& x, const std::vector<std::uint32_t>& rows, std::size_t feature) {
  std::vector<double> values(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    values[i] = x.values[rows[i] * x.columns + feature] + 0.0;  // -0 is 0
  Column column;
  column.values = few_distinct(values);
  if (column.values.size() == 2) {
    column.narrow = two_places(values, column.values[1]);
  } else if (!column.values.empty()) {
    column.narrow = places<std::uint8_t>(values, column.values);
  } else {
    column.values = all_distinct(values);
    column.wide = places<std::uint32_t>(values, column.values);
  }
  return column;
}

}  // namespace

Training training_of(const Matrix& x, unsigned threads) {
  Training training{x, groups_in(x), std::vector<Column>(x.columns)};
  for_each_index(x.columns, threads, [&](std::size_t feature) {
    training.columns[feature] = column_of(x, training.groups.first, feature);
  });
  return training;
}

}  // namespace hpcast::regression
