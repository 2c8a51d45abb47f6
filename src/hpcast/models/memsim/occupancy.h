// From counts to times: how long each object of the machine is occupied (pmnet.txt section 3.5.1),
// phase by phase. The longest occupancy of a phase approximates its run time. A core's is, where it
// is known what it executes, the time that it takes for that, waiting for memory included; and what
// page faults take, on top. There threads also wait for each other, which may take longer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim {

// What one object saw. Of an edge, reads are what moved from target to source, writes the other
// way.
struct Load {
  dat::Traffic traffic;
  CacheCounters cache{};                 // caches
  bool stores_arrive = false;            // caches: not only what caches above ask for and evict
  CoreOperations operations;             // cores
  double time_flops = 0, time_inst = 0;  // s, cores
  CoreTime core_time;                    // cores: all 0 where it is not known
  std::optional<double> page_faults;     // s, cores: empty where it is not known
  double time = 0;                       // s
};

struct PhaseLoad {
  std::string name;
  std::vector<Load> objects;  // by vertex, then by edge
  std::uint64_t references = 0;
  double elapsed = 0;            // s: threads' working and waiting for each other; 0: not known
  double time = 0;               // s: the longest occupancy, or what elapses if that is longer
  std::uint32_t bottleneck = 0;  // index into objects; meaningless where time is 0
};

struct Occupancy {
  std::vector<PhaseLoad> phases;
  std::vector<Load> total;       // sums over the phases
  double time = 0;               // s: sum of the phases' times
  std::uint32_t bottleneck = 0;  // the object that limits the most time over the phases
};

// `phases`: all of the program, named; the one named `only` alone counts unless that is empty.
// Operations are the phases' own; where they have none, those of the machine's cores, shared out
// over all phases by each core's references in them. Throws InputError where a core used a memory
// that no route leads to.
Occupancy occupancy(const dat::Machine& machine, const dat::Routes& routes,
                    const Topology& topology, const std::vector<PhaseCounts>& phases,
                    const std::string& only);

// Seconds that moving so much takes: one after the other (half duplex) or at once (full).
double transfer_time(const dat::Traffic& traffic, const dat::Throughput& throughput);

}  // namespace hpcast::memsim
