// Machines with several kinds of cores, each of which counts for itself.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/counters/series.h"

namespace hpcast::counters {

// Makes one series of what each kind of core counted of the same thing (cpu_core/cycles/ and
// cpu_atom/cycles/): their sum, as all cores make up the machine. A sum that would lack a kind is
// not made; what there is keeps its own name. All series must have as many rows. Returns what a
// user of the numbers must know.
std::vector<std::string> add_up_kinds_of_cores(std::vector<Series>& all);

}  // namespace hpcast::counters
