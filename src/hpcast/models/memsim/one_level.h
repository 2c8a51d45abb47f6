// The rules of hierarchy.h for a core whose requests pass one shared cache on their way to any
// memory: LRU, write-back, of the requests' line size. Most machines are so, and this is where most
// requests are served. random_traces_test.cc holds both to the same counts.
#pragma once

#include <cstdint>

#include "hpcast/models/memsim/cache.h"
#include "hpcast/models/memsim/counts.h"

namespace hpcast::memsim {

template <class Ways>
class OneLevel {
 public:
  OneLevel(const Cache& cache, CacheCounters& counters)
      : cache_(cache),
        counters_(counters),
        bytes_(cache.line_bytes()),
        exclusive_(cache.shape().inclusion == Inclusion::exclusive) {}

  // A line is asked for, by a path whose arrivals at the cache and at the memory `flow` counts.
  // Returns the tag of the line that had to go for it, or 0.
  Tag demand(std::uint64_t line, bool own, Flow* flow) const {
    count_read(flow[0], bytes_);
    Ways set = cache_.set<Ways>(line);
    const auto tag = cache_.tag<Ways>(line);
    const std::uint32_t w = set.find(tag);
    if (w < set.count()) {
      if (exclusive_ && (own || !is_dirty(set[w])))
        set.take_out(w);
      else
        set.push_front(w, set[w]);
      return 0;
    }
    ++(own ? counters_.write_misses : counters_.read_misses);
    count_read(flow[1], bytes_);
    return exclusive_ ? 0 : insert(set, line, tag);
  }

  // A line evicted above arrives, dirty or, at an exclusive cache, clean.
  Tag arrive(std::uint64_t line, Tag dirty, Flow* flow) const {
    if (dirty == 0 && !exclusive_) return 0;
    count_write(flow[0], bytes_);
    Ways set = cache_.set<Ways>(line);
    const auto tag = cache_.tag<Ways>(line);
    const std::uint32_t w = set.find(tag);
    if (w == set.count()) return insert(set, line, tag | dirty);
    set.push_front(w, set[w] | dirty);
    return 0;
  }

  // The line of a tag that demand() or arrive() returned goes to its memory, if it is dirty there
  // or, of an inclusive cache, above.
  void write_back(Flow& memory) const {
    ++counters_.writebacks;
    count_write(memory, bytes_);
  }

 private:
  Tag insert(Ways set, std::uint64_t line, Tag tag) const {
    const auto victim = set[set.count() - 1];
    set.push_front(set.count() - 1, tag);
    return cache_.whole(line, victim);
  }

  const Cache& cache_;
  CacheCounters& counters_;
  std::uint32_t bytes_;
  bool exclusive_;
};

}  // namespace hpcast::memsim
