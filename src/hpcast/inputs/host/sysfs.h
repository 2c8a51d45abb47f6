// Abridged trees of Linux's /sys, which containers and hypervisors make up, completed for hwloc.
#pragma once

#include <string>

namespace hpcast::host {

// Whether CPUs or nodes below `sys` (cpu/, node/) are told as lists alone: hwloc reads masks, which
// Linux itself always gives beside them.
bool is_abridged(const std::string& sys);

// Copies what is told of CPUs and nodes below `sys` to the folder `to`, and adds what Linux gives
// beside it: masks of lists, sets of a cache, the nodes from which a bandwidth holds. Where no CPU
// is told, there is one.
void copy_completed(const std::string& sys, const std::string& to);

}  // namespace hpcast::host
