// How long objects with a latency_curve take, as a run goes on: by how much they were used in the
// interval before (docs/core-model.md, "Under load").
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/latency_curve.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/object_loads.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::forecast {

// A thread's use of objects, and the latencies (s, by object) that its time comes of.
struct MetUse {
  const memsim::ThreadUse& use;
  const std::vector<double>& met;
};

class LoadedObjects {
 public:
  LoadedObjects(const dat::Machine& machine, const dat::Routes& routes,
                const memsim::Topology& topology);

  // Some object has a curve. Their numbers are those of watched().
  bool any() const { return !objects_.empty(); }
  const memsim::WatchedObjects& watched() const { return watched_; }
  // s, by object.
  const std::vector<double>& latencies() const { return latencies_; }
  // s, by which who answers at that level of the way (Topology::path()), shared caches first, then
  // the memory, is later than if nothing else used what lies on the way.
  double rise(std::uint32_t path, std::uint32_t level) const;
  // An interval is over, in which the objects were used so and not otherwise.
  void end_interval(std::span<const MetUse> uses);
  // Classes of which a latency_curve tells no more than its first point: no way that several cores
  // share passes their objects.
  std::vector<std::string> unused_classes(const dat::Machine& machine) const;

 private:
  double next_latency(std::uint32_t object, std::span<const MetUse> uses) const;

  std::vector<dat::CurvedObject> objects_;
  memsim::WatchedObjects watched_;
  std::vector<double> latencies_;
  // s, by object: what the way to the first who answers behind it takes besides.
  std::vector<double> rests_;
};

}  // namespace hpcast::forecast
