#include "hpcast/inputs/counters/append.h"

#include <algorithm>

#include "hpcast/inputs/counters/order.h"

namespace hpcast::counters {

void append(Table& all, const Table& run, const std::string& region, double later_s) {
  if (all.source.empty()) all.source = run.source;
  const std::size_t first = all.rows.size();
  for (const Row& row : run.rows)
    all.add_row({row.start_s + later_s, row.duration_s, all.thread_index(run.threads[row.thread]),
                 all.region_index(region)});
  for (const Column& column : run.columns) {
    Column& to = all.column_to_fill(column.name, column.unit);
    if (!column.running.empty()) to.running.resize(all.rows.size(), 1);
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
      to.values[first + i] = column.values[i];
      if (!column.running.empty()) to.running[first + i] = column.running[i];
    }
  }
  for (const std::string& note : run.notes)
    if (std::find(all.notes.begin(), all.notes.end(), note) == all.notes.end())
      all.notes.push_back(note);
  sort_rows(all);
}

}  // namespace hpcast::counters
