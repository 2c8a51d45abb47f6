// How much threads use each memory, an interval of the weave after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/memsim/counts.h"
#include "hpcast/memsim/topology.h"

namespace hpcast::memsim {

// What passes between a thread and a memory: bytes a second.
struct MemoryUse {
  double read = 0, written = 0;
};
// What a thread did in an interval, while its core worked: threads that share one take turns.
struct ThreadUse {
  std::uint32_t thread = 0;
  std::vector<MemoryUse> memories;  // by memory
};

class MemoryLoads {
 public:
  // `topology` outlives this.
  explicit MemoryLoads(const Topology& topology) : topology_(topology) {}

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
    std::vector<Bytes> moved;  // by memory, not told of yet
  };
  Bytes at_memory(std::uint32_t path, const PhaseCounts& counts) const;
  std::vector<Bytes>& known(std::uint32_t part);
  static bool moved_something(const Thread& thread);
  static std::vector<MemoryUse> take_use(Thread& thread, double seconds);

  const Topology& topology_;
  std::vector<std::vector<Bytes>> known_;  // by part, by Topology::path(): of all threads
  std::vector<Thread> threads_;
  std::vector<double> worked_;  // by core, as of the last interval
};

}  // namespace hpcast::memsim
