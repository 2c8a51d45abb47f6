// The core's own time of a simulated run: windows (coretime) over what its threads execute, with
// who answers each reference (memsim).
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "hpcast/forecast/memory/loaded_objects.h"
#include "hpcast/inputs/blocks/table.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/machine.h"
#include "hpcast/models/coretime/thread_time.h"
#include "hpcast/models/memsim/core_clock.h"
#include "hpcast/models/memsim/hand_over.h"
#include "hpcast/models/memsim/read_latency.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::forecast {

// False where no core of the machine is described well enough.
bool has_pipelines(const dat::Machine& machine);

class CoreTimes : public memsim::CoreClock {
 public:
  // Both outlive this.
  CoreTimes(const dat::Machine& machine, const dat::Routes& routes, std::uint64_t page_bytes);

  // Entries of the smallest TLB of a core; 0: translation costs nothing anywhere.
  std::uint32_t smallest_tlb() const;

  void know(const reftrace::Code& code) override;
  void add_thread(std::uint32_t thread, std::uint32_t core) override;
  void execute(std::uint32_t thread, std::uint32_t phase, bool holds,
               std::span<const blocks::Word> executed) override;
  void finish(std::uint32_t thread) override;
  std::optional<memsim::CoreTime> time(std::uint32_t thread) override;
  double page_fault_time(std::uint32_t memory) const override {
    return machine_.class_of_memory(memory).page_fault_time;
  }
  double hand_over(std::uint32_t from, std::uint32_t to) const override {
    return hand_over_.time(from, to);
  }
  const memsim::WatchedObjects* watched() const override {
    return loaded_.any() ? &loaded_.watched() : nullptr;
  }
  void load(std::span<const memsim::ThreadUse> uses) override;

 private:
  struct Thread {
    double clock = 0;  // Hz
    std::uint32_t core = 0;
    coretime::MemoryView memory;
    std::unique_ptr<coretime::ThreadTime> time;
    std::uint32_t phase = 0;
    // By phase: the latencies, by loaded object, that what was measured last of it has met.
    std::vector<std::vector<double>> met;
  };
  std::vector<coretime::Perfect> assumptions() const;
  void load(Thread& thread) const;
  coretime::MemoryView memory_of(std::uint32_t core) const;
  std::uint32_t near_table_lines(std::uint32_t core) const;
  void add_ways(std::uint32_t core, coretime::MemoryView& view) const;
  unsigned log2_line_of(dat::Kind kind, std::uint32_t index) const;

  const dat::Machine& machine_;
  const dat::Routes& routes_;
  unsigned log2_page_;
  memsim::Topology topology_;
  memsim::ReadLatencies latencies_;
  memsim::HandOver hand_over_;
  LoadedObjects loaded_;
  std::unique_ptr<blocks::Table> blocks_;
  std::map<std::uint32_t, coretime::CodeTable> code_;  // by class of core
  std::vector<std::unique_ptr<Thread>> threads_;
};

}  // namespace hpcast::forecast
