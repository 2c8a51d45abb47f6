// A run in parts, each a stretch of time in one phase: which counters a moment's counts go to. Time
// is the weave's, in references. As a run goes on, neighbours become one, so that there are never
// more than twice as many as wanted, and one of each phase where one is wanted.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace hpcast::memsim {

class Intervals {
 public:
  struct Part {
    std::uint32_t phase;
    std::uint64_t begin, end;  // references
  };

  // `wanted`: at least 1, as far as the run has so many intervals of the weave, which are
  // `references` long.
  Intervals(std::uint32_t wanted, std::uint64_t references)
      : most_(wanted == 1 ? 1 : 2 * wanted), width_(references) {}

  // Of that phase's counts at that time, into parts().
  std::uint32_t index(std::uint32_t phase, std::uint64_t time);
  const std::vector<Part>& parts() const { return parts_; }

  bool too_many() const { return parts_.size() > most_ && may_join(); }
  // Joins neighbours: the part that each of the parts so far belongs to now.
  std::vector<std::uint32_t> join();

 private:
  // A phase has more than one.
  bool may_join() const { return parts_.size() > phases_; }

  std::size_t most_;
  std::uint64_t width_;
  std::uint32_t phases_ = 0;
  std::vector<Part> parts_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> index_;  // by time and phase
};

}  // namespace hpcast::memsim
