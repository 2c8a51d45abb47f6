#include "hpcast/counters/fold.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hpcast::counters {

namespace {

constexpr char part_mark = '@';

void add_to(Column& whole, const Column& part, bool is_first) {
  const std::size_t rows = whole.values.size();
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < rows; ++i) {
    const double before = is_first ? 0 : whole.values[i];
    const double sum = before + part.values[i];
    if (!part.running.empty()) {
      whole.running.resize(rows, 1);
      whole.running[i] = std::min(whole.running[i], part.running[i]);
    }
    if (!part.spread.empty()) {
      whole.spread.resize(rows, none);
      const double old = is_first || std::isnan(whole.spread[i]) ? 0 : whole.spread[i] * before;
      whole.spread[i] = sum > 0 ? std::hypot(old, part.spread[i] * part.values[i]) / sum : 0;
    }
    whole.values[i] = sum;
  }
}

}  // namespace

std::string part_name(const std::string& counter, const std::string& group) {
  return counter + part_mark + group;
}

Table fold_parts(Table table) {
  const std::vector<Column> columns = std::move(table.columns);
  table.columns.clear();
  for (const Column& column : columns) {
    const std::size_t mark = column.name.find(part_mark);
    const CounterInfo* const info = find(column.name.substr(0, mark));
    if (mark == std::string::npos || info == nullptr) {
      table.columns.push_back(column);
      continue;
    }
    const bool is_first = table.column(info->name) == nullptr;
    add_to(table.column_to_fill(info->name, info->unit), column, is_first);
  }
  return table;
}

}  // namespace hpcast::counters
