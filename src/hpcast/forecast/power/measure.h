// Programs run one after the other, counted with perf, with the machine's sensors of power read
// meanwhile: the samples that a power model is fitted to.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hpcast/forecast/power/loops.h"
#include "hpcast/inputs/counters/collect.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/meter/sampler.h"

namespace hpcast::forecast {

struct PowerMeasured {
  counters::Table table;  // a region for each program; without power yet
  meter::Sampled sampled;
  int exit_status = 0;  // of the first program that did not end with 0
};

struct PowerMeasureRequest {
  std::vector<PowerProgram> programs;
  counters::EventSet events;
  counters::CollectOptions collect;  // all groups are counted in the same run, whatever it says
  std::vector<meter::Sensor> sensors;
  // Is given what has been measured after each program but the last; may be null.
  std::function<void(PowerMeasured)> keep;
};

// Whether perf counts energy here: the host has such events, and the groups (empty: all) of the set
// have them too. `sys`: where /sys is.
bool counts_energy(const counters::EventSet& events, const std::vector<std::string>& groups,
                   const std::string& sys);

// Of several programs, those that fail are left out; what stops the measurement (perf, a signal)
// costs only what has not been measured. Throws InputError as counters::collect() does where
// nothing has been.
PowerMeasured measure_power(const PowerMeasureRequest& request);

}  // namespace hpcast::forecast
