// How much threads use memories, shared caches, routers and edges, an interval of the weave after
// the other.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim {

// An object on the way from a core to a memory, at the memory or behind the core's private caches.
struct Passage {
  std::uint32_t object;  // its number among those that are watched
  std::uint32_t level;   // it sees what arrives at that shared cache of the way, or the memory
  bool sees_bypass;      // and non-temporal stores
};

// The objects whose use is asked for, on all ways from cores to memories; but for edges and routers
// that only one core uses.
struct WatchedObjects {
  std::uint32_t objects = 0;
  std::vector<std::vector<Passage>> on_path;  // by Topology::path(); from the core outwards
};
// `objects`: each with its number within its kind.
WatchedObjects watch(const dat::Machine& machine, const dat::Routes& routes,
                     const Topology& topology,
                     std::span<const std::pair<dat::Kind, std::uint32_t>> objects);

// What passes between a thread and an object: bytes a second.
struct ObjectUse {
  double read = 0, written = 0;  // to the thread, from it
};
// What a thread did in an interval, while its core worked: threads that share one take turns.
struct ThreadUse {
  std::uint32_t thread = 0;
  std::vector<ObjectUse> objects;  // by number
};

class ObjectLoads {
 public:
  // Both outlive this.
  ObjectLoads(const Topology& topology, const WatchedObjects& watched)
      : topology_(topology), watched_(watched) {}

  // What the core has moved in that part (Intervals::parts()), all in all, of which the thread has
  // done what is new.
  void add(std::uint32_t thread, std::uint32_t core, std::uint32_t part, const PhaseCounts& counts);
  // Intervals::join() has joined parts.
  void follow(const std::vector<std::uint32_t>& joined);
  // An interval is over, at whose end the cores have worked for so long (s, since the start): those
  // that moved something. Whose core has not worked yet are told of with a later interval.
  std::vector<ThreadUse> end_interval(const std::vector<double>& worked);

 private:
  struct Bytes {
    std::uint64_t read = 0, written = 0;
  };
  struct Thread {
    std::uint32_t core = 0;
    std::vector<Bytes> moved;  // by object, not told of yet
  };
  using Known = std::vector<std::vector<Bytes>>;  // by Topology::path(), by Passage of it
  static Bytes at(const Passage& passage, const PathFlow& flow);
  Known& known(std::uint32_t part);
  static bool moved_something(const Thread& thread);
  static std::vector<ObjectUse> take_use(Thread& thread, double seconds);

  const Topology& topology_;
  const WatchedObjects& watched_;
  std::vector<Known> known_;  // by part: of all threads
  std::vector<Thread> threads_;
  std::vector<double> worked_;  // by core, as of the last interval
};

}  // namespace hpcast::memsim
