#include "hpcast/inputs/counters/fold.h"

#include <algorithm>
#include <limits>

namespace hpcast::counters {

namespace {

constexpr char part_mark = '@';

void add_to(Column& whole, const Column& part) {
  const std::size_t rows = whole.values.size();
  const bool repeated = !whole.spread.empty() || !part.spread.empty();
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (!part.running.empty()) whole.running.resize(rows, 1);
  if (repeated) whole.spread.resize(rows, none);
  for (std::size_t i = 0; i < rows; ++i) {
    if (!part.running.empty()) whole.running[i] = std::min(whole.running[i], part.running[i]);
    if (repeated)
      whole.spread[i] = spread_of_sum(whole.values[i], whole.spread[i], part.values[i],
                                      part.spread.empty() ? none : part.spread[i]);
    whole.values[i] += part.values[i];
  }
}

}  // namespace

std::string_view whole_name(std::string_view name) { return name.substr(0, name.find(part_mark)); }

std::string part_name(const std::string& counter, const std::string& group) {
  return counter + part_mark + group;
}

Table fold_parts(Table table) {
  const std::vector<Column> columns = std::move(table.columns);
  table.columns.clear();
  for (const Column& column : columns) {
    const std::string_view name = whole_name(column.name);
    const CounterInfo* const info = find(name);
    if (name == column.name || info == nullptr) {
      table.columns.push_back(column);
      continue;
    }
    const bool is_first = table.column(info->name) == nullptr;
    Column& whole = table.column_to_fill(info->name, info->unit);
    if (is_first)
      whole = {whole.name, whole.unit, column.values, column.running, column.spread};
    else
      add_to(whole, column);
  }
  return table;
}

}  // namespace hpcast::counters
