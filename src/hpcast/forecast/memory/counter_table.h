// What memsim counts, as a counter table: misses by level, traffic of the memories, and the
// estimate of outstanding reads, by interval and core. docs/latency.md, "Simulated counters".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/forecast/memory/simulated.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/occupancy.h"

namespace hpcast::forecast {

// Where a table's instructions are from.
enum class InstructionsFrom : std::uint8_t {
  nowhere,     // the windows took three for each reference, and the table has none
  tracer,      // executed meanwhile
  operations,  // of the phases, by an interval's share of its core's references
};

struct CounterFacts {
  InstructionsFrom instructions = InstructionsFrom::nowhere;
  bool page_faults = false;           // take time, where that is known
  bool core_times = false;            // what cores take for what they execute is known
  const memsim::Occupancy& forecast;  // hpcast memory's own, of what is in the table
};

// `phases`: of the whole run, named, with the cores' operations; those alone named `only` count
// unless that is empty. The simulation was observed (SimulationOptions::observe). Threads are
// cores of the machine, regions the program's phases. Where core times are known, the times of a
// phase's intervals are in sum the forecast's; else they are those of windows that know of reads
// alone.
counters::Table counter_table(const dat::Machine& machine, const Simulated& simulated,
                              const std::vector<memsim::PhaseCounts>& phases,
                              const std::vector<std::string>& phase_names, const std::string& only,
                              const CounterFacts& facts);

}  // namespace hpcast::forecast
