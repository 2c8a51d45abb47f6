// What each thread of a simulated program has counted wherever it enters or leaves a region, as an
// OTF2 archive: as Score-P would have written it there, with PAPI's counters.
// docs/counter-traces.md.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hpcast/countertrace/write.h"
#include "hpcast/memsim/observer.h"
#include "hpcast/memsim/topology.h"

namespace hpcast::forecast {

class RegionTrace : public memsim::RegionSink {
 public:
  // Throws InputError where `folder` may not be replaced.
  RegionTrace(const std::string& folder, const memsim::Topology& topology);

  void moment(const memsim::RegionMoment& moment) override;

  // Leaves the regions that threads were still in. `names`: of regions, by what Event::region_enter
  // says. Throws InputError where the archive could not be written.
  void commit(const std::map<memsim::Word, std::string>& names);

  std::uint64_t events() const { return events_; }

 private:
  struct Thread {
    std::vector<std::uint32_t> open;
    std::uint64_t tick = 0;
    std::vector<std::uint64_t> counts;
  };
  void count(Thread& thread, const memsim::RegionMoment& moment) const;
  std::uint32_t number_of(memsim::Word region);
  void leave(std::uint32_t number, Thread& thread);

  std::size_t levels_;
  countertrace::TraceWriter writer_;
  std::map<std::uint32_t, Thread> threads_;  // by number
  std::map<memsim::Word, std::uint32_t> regions_;
  std::uint64_t events_ = 0;
};

}  // namespace hpcast::forecast
