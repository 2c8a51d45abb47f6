// The core's own time of a simulated run: windows (coretime) over what its threads execute, with
// who answers each reference (memsim).
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "hpcast/blocks/table.h"
#include "hpcast/coretime/thread_time.h"
#include "hpcast/dat/graph.h"
#include "hpcast/dat/machine.h"
#include "hpcast/memsim/core_clock.h"
#include "hpcast/memsim/read_latency.h"
#include "hpcast/memsim/topology.h"

namespace hpcast::forecast {

// False where no core of the machine is described well enough.
bool has_pipelines(const dat::Machine& machine);

class CoreTimes : public memsim::CoreClock {
 public:
  // Both outlive this.
  CoreTimes(const dat::Machine& machine, const dat::Routes& routes, std::uint64_t page_bytes);

  void know(const reftrace::Code& code) override;
  void add_thread(std::uint32_t thread, std::uint32_t core) override;
  void execute(std::uint32_t thread, std::uint32_t phase,
               std::span<const blocks::Word> executed) override;
  void finish(std::uint32_t thread) override;
  std::optional<memsim::CoreTime> time(std::uint32_t thread) override;

 private:
  struct Thread {
    double clock = 0;  // Hz
    coretime::MemoryView memory;
    std::unique_ptr<coretime::ThreadTime> time;
  };
  coretime::MemoryView memory_of(std::uint32_t core) const;
  std::uint32_t near_table_lines(std::uint32_t core) const;
  void add_ways(std::uint32_t core, coretime::MemoryView& view) const;
  unsigned log2_line_of(dat::Kind kind, std::uint32_t index) const;

  const dat::Machine& machine_;
  const dat::Routes& routes_;
  unsigned log2_page_;
  memsim::Topology topology_;
  memsim::ReadLatencies latencies_;
  std::unique_ptr<blocks::Table> blocks_;
  std::map<std::uint32_t, coretime::CodeTable> code_;  // by class of core
  std::vector<std::unique_ptr<Thread>> threads_;
};

}  // namespace hpcast::forecast
