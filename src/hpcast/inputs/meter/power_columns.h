// A counter table's power: package_energy, memory_energy and power, from sensors, from an external
// meter, or from energy that perf has counted.
#pragma once

#include <optional>
#include <string>

#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/meter/read_meter.h"
#include "hpcast/inputs/meter/sampler.h"

namespace hpcast::meter {

struct ExternalMeter {
  std::string name;  // of its file, for messages
  Reading reading;
  double ahead_s = 0;  // of this host's clock
};

// The meter's windows in seconds since the table's beginning. Throws InputError where they are
// dates and nobody knows when the table begins.
Windows windows_beside(const counters::Table& table, const ExternalMeter& meter);

// `power` is the meter's, where there is one. Where its windows are longer than the rows, these are
// summed up over them. Otherwise the node's own sensor tells it, or else the sum of all others, or
// what perf has counted. Throws InputError where no row gets a power.
void fill_power(counters::Table& table, const Sampled& sampled,
                const std::optional<ExternalMeter>& meter);

}  // namespace hpcast::meter
