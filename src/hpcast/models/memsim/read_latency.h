// How long reads take, by who answers them: from the latencies in the DAT.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim {

// Seconds, load to use: of the object that answers, and of the routers and edges before it. Of who
// has a latency_curve: while it is not used otherwise.
struct ReadLatencies {
  std::vector<std::vector<double>> own;     // by core: its private caches, nearest first
  std::vector<std::vector<double>> shared;  // by Topology::path(): caches, then the memory
  // The longest that a memory has, without the way to it, and who has that: main memory, where
  // there are faster ones beside it.
  double memory = 0;
  std::vector<char> is_main;  // by memory
  // Classes that the DAT gives no latency, each as "L2 5 ns".
  std::vector<std::string> assumed;
};
ReadLatencies read_latencies(const dat::Machine& machine, const dat::Routes& routes,
                             const Topology& topology);

}  // namespace hpcast::memsim
