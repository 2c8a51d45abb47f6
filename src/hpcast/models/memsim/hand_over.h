// How long it takes until a core knows what another one has done: a line that the one has stored
// goes to the other, by the nearest cache, or memory, that both use.
#pragma once

#include <cstdint>

#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/read_latency.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim {

class HandOver {
 public:
  // All outlive this.
  HandOver(const dat::Machine& machine, const ReadLatencies& latencies, const Topology& topology)
      : machine_(machine), latencies_(latencies), topology_(topology) {}

  // s: the class's `hand_over`, or the latencies of both cores to that object, one after the other:
  // who waits asks there, and who stored is asked from there. 0 where no object is common.
  double time(std::uint32_t from, std::uint32_t to) const;

 private:
  const dat::Machine& machine_;
  const ReadLatencies& latencies_;
  const Topology& topology_;
};

}  // namespace hpcast::memsim
