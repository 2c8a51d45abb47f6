// A machine's topology as hwloc tells it: of this machine, or of an XML file that lstopo wrote.
#pragma once

#include <hwloc.h>

#include <memory>
#include <string>

namespace hpcast::host {

struct Destroy {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, Destroy>;

// As Linux tells it below `sys`. Only where Linux tells of no cache is the processor itself asked
// (CPUID), and only about the same processors.
Topology this_machine(const std::string& sys = "/sys/devices/system");

// Throws InputError where the file cannot be read, is damaged, numbers two NUMA nodes alike, or
// comes of a version that hwloc does not know.
Topology from_xml(const std::string& path);

// Whether it tells of a data cache between cores and memory.
bool has_caches(hwloc_topology_t topology);

}  // namespace hpcast::host
