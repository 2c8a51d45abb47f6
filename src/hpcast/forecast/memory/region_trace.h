// What each thread of a simulated program has counted wherever it enters or leaves a region, as an
// OTF2 archive: as Score-P would have written it there, with PAPI's counters.
// docs/counter-traces.md.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/inputs/countertrace/write.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/inputs/reftrace/region_collector.h"
#include "hpcast/models/memsim/observer.h"

namespace hpcast::forecast {

class RegionTrace : public memsim::RegionSink {
 public:
  // `marked_only`: functions are no regions. Throws InputError where `folder` may not be replaced.
  RegionTrace(const std::string& folder, const dat::Machine& machine, bool marked_only);

  void moment(const memsim::RegionMoment& moment) override;
  // Leaves the regions that the thread is still in.
  void end(const memsim::RegionMoment& last) override;

  // Regions so far that are functions.
  std::set<reftrace::SeenFunction> functions() const;

  // Of a region, as its process knows it.
  using NameOf = std::function<std::string(std::uint32_t process, memsim::Word region)>;
  // Leaves the regions of threads that have not ended. `partial`: why the run is not whole; empty:
  // it is. Throws InputError where the archive could not be written. Returns how many regions were
  // entered and left.
  std::uint64_t commit(const NameOf& name_of, const std::string& partial);

 private:
  using Region = std::pair<std::uint32_t, memsim::Word>;  // process, and as it tells it
  struct Thread {
    std::vector<std::uint32_t> open;
    std::uint64_t tick = 0;
    std::vector<std::uint64_t> counts;
  };
  void count(Thread& thread, const memsim::RegionMoment& moment) const;
  void take(Thread& thread, const memsim::RegionMoment& moment) const;
  std::uint32_t number_of(const Region& region);
  void enter(std::uint32_t number, Thread& thread, std::uint32_t region);
  void leave(std::uint32_t number, Thread& thread);

  bool marked_only_;
  std::vector<std::uint64_t> cache_lines_;  // by level
  std::size_t levels_;
  countertrace::TraceWriter writer_;
  std::map<std::uint32_t, Thread> threads_;  // by number
  std::map<Region, std::uint32_t> regions_;
  std::uint64_t events_ = 0;
};

}  // namespace hpcast::forecast
