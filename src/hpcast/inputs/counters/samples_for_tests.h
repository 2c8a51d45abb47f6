// What tests of the readers share.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/counters/read.h"

namespace hpcast::counters {

inline Table table_in(const std::string& text, const ReadOptions& options = {}) {
  return counters_in(text, "file", options);
}

// Of the row of that thread and region and the n-th interval; NaN where it was not counted.
inline double value_at(const Table& table, std::string_view counter, std::string_view thread = "",
                       std::size_t interval = 0, std::string_view region = "") {
  const Column* const column = table.column(counter);
  if (column == nullptr) return -1;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.threads[table.rows[i].thread] == thread &&
        table.regions[table.rows[i].region] == region && seen++ == interval)
      return column->values[i];
  return -2;
}

inline std::string fault_of(const std::string& text, const ReadOptions& options = {}) {
  try {
    counters_in(text, "file", options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline bool has_note(const Table& table, std::string_view part) {
  for (const std::string& note : table.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace hpcast::counters
