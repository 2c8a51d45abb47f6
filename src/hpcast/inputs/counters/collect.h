// Counting a program's run with perf stat, by an event set: a run a group, so that nothing has to
// share a counter, or one run of which all groups see a part.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/event_set.h"
#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

struct CollectOptions {
  std::string perf = "perf";        // name or path
  unsigned repeats = 1;             // runs a group
  double interval_s = 0;            // 0: no intervals
  std::vector<std::string> groups;  // of the set; empty: all
  bool output_to_stderr = false;    // the program's
  // All groups in the same run, by turns; counts are scaled up to all of it.
  bool at_once = false;
};

struct Collected {
  Table table;
  int exit_status = 0;                          // the program's, of its first run that was not 0
  std::chrono::steady_clock::time_point began;  // the last run
};

// Throws InputError where nothing can be counted here, with the reason; where perf fails; and, with
// that status, when a signal asked to end. Leaves no file.
Collected collect(const EventSet& set, const CollectOptions& options,
                  const std::vector<std::string>& program);

}  // namespace hpcast::counters
