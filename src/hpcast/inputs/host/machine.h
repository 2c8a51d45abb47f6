// Machines that hwloc knows, as DATs: this one, and those that lstopo wrote down elsewhere.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::host {

// One core object a physical core; data caches, memory-side caches, NUMA nodes by the kernel's
// numbers, bandwidths and latencies of memories, clocks by kind of core, as far as they are told.
// Nothing is measured. What is not told is assumed: the description names it, and "assumed_caches"
// says where the caches are not the machine's own.
// `sys` is Linux's /sys/devices/system, or a tree like it.
dat::Machine this_machine_described(const std::string& sys = "/sys/devices/system");

// The CPUs (hardware threads, by the kernel's numbers) of each of its cores, in their order.
std::vector<std::vector<unsigned>> cpus_of_cores(const std::string& sys = "/sys/devices/system");

// From the XML of lstopo, of any machine. Throws InputError where hwloc cannot read it.
dat::Machine imported_machine(const std::string& path);

}  // namespace hpcast::host
