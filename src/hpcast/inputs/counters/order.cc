#include "hpcast/inputs/counters/order.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace hpcast::counters {

namespace {

std::string_view digits_at(std::string_view text) {
  return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
}

std::string_view without_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

template <class T>
void permute(std::vector<T>& values, const std::vector<std::size_t>& order) {
  if (values.empty()) return;
  std::vector<T> sorted;
  sorted.reserve(values.size());
  for (const std::size_t from : order) sorted.push_back(values[from]);
  values = std::move(sorted);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const std::string_view x = digits_at(a), y = digits_at(b);
    if (x.empty() || y.empty()) {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const std::string_view p = without_zeros(x), q = without_zeros(y);
    if (p.size() != q.size()) return p.size() < q.size();
    if (p != q) return p < q;
    a.remove_prefix(x.size());
    b.remove_prefix(y.size());
  }
  return a.size() < b.size();
}

void sort_rows(Table& table) {
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](std::size_t i) {
    const Row& row = table.rows[i];
    return std::make_tuple(row.start_s, row.thread, row.region);
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  permute(table.rows, order);
  for (Column& column : table.columns) {
    permute(column.values, order);
    permute(column.running, order);
    permute(column.spread, order);
  }
}

}  // namespace hpcast::counters
