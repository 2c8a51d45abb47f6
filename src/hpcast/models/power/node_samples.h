// Counter tables as a power model wants them: what one node did in an interval, all its threads
// together, and what it drew.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::power {

struct NamedTable {
  std::string name;  // what ran: for messages, and as the application where no region is one
  counters::Table table;
};

struct NodeSample {
  std::string application, region;
  double start_s = 0, duration_s = 0;  // 0: not known
  std::vector<double> values;          // of the counters asked for; NaN: not counted
  // NaN: not known
  double cycles = 0;                  // of the core that was busy longest
  double frequency = 0, voltage = 0;  // Hz, V; means over the threads
  double watts = 0;
  bool has_same_watts = false;  // each thread's row, and these were added up
};

struct SampleRequest {
  std::vector<std::string> counters;
  std::string region;      // this one alone; empty: all
  bool by_region = false;  // regions are the applications, where there are any
  double nodes = 1;        // that counted and drew together
  // The column with the power (W) or energy (J); empty: power, else package_energy and
  // memory_energy.
  std::string power;
};

// The columns of `table` that tell the power: SampleRequest::power. Throws InputError as
// node_samples() does.
std::vector<const counters::Column*> power_columns(const NamedTable& table,
                                                   const std::string& power);

// In the order of the table. Throws InputError: a region or a column of power that is not there, or
// is no power.
std::vector<NodeSample> node_samples(const NamedTable& table, const SampleRequest& request);

}  // namespace hpcast::power
