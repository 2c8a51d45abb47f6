// Tables of several runs of a program made one.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

struct NamedTable {
  std::string name;  // of the file or the run, for messages
  Table table;
};

// What to do with intervals that not all runs had, the last ones of the longer runs.
enum class Surplus { refuse, drop };

// Rows belong together by interval (counted, not by time), thread and region. A counter that
// several runs counted gets their mean, and the spread of that. Times are means too. Throws
// InputError where the rows of two tables differ.
Table merge(const std::vector<NamedTable>& runs, Surplus surplus);

}  // namespace hpcast::counters
