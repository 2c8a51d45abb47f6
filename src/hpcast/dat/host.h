// The machine hpcast runs on, as far as Linux tells.
#pragma once

#include <string>

#include "hpcast/dat/machine.h"

namespace hpcast::dat {

// From the cache topology and NUMA nodes under `sys` (in /sys/devices/system: cpu/ and node/).
// One core object per physical core; data and unified caches as the kernel lists them. Nothing is
// measured. Linux does not tell bandwidths: caches get nominal bytes a cycle at the nominal clock,
// memory a nominal bandwidth a NUMA node; the description in the DAT says which figures are told,
// derived and assumed. Missing files (a VM, a container) are replaced by assumptions, which the
// description names, too.
Machine host_machine(const std::string& sys = "/sys/devices/system");

}  // namespace hpcast::dat
