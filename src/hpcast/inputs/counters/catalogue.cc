#include "hpcast/inputs/counters/catalogue.h"

#include <algorithm>
#include <array>

namespace hpcast::counters {

namespace {

constexpr std::array infos{
    CounterInfo{"cycles", Unit::cycles, "core cycles while not halted"},
    CounterInfo{"reference_cycles", Unit::cycles, "cycles of the constant reference clock"},
    CounterInfo{"cpu_time", Unit::seconds, "processor time, summed over the threads"},
    CounterInfo{"instructions", Unit::events, "instructions retired"},
    CounterInfo{"loads", Unit::events, "load instructions retired"},
    CounterInfo{"stores", Unit::events, "store instructions retired"},
    CounterInfo{"loads_and_stores", Unit::events, "load and store instructions retired, together"},
    CounterInfo{"dp_flops", Unit::events, "floating-point operations in double precision"},
    CounterInfo{"sp_flops", Unit::events, "floating-point operations in single precision"},
    CounterInfo{
        "fp_instructions", Unit::events,
        "floating-point instructions of any width; Intel counts a fused multiply-add twice"},
    CounterInfo{"fp_scalar_instructions", Unit::events,
                "floating-point instructions of one element, fused multiply-adds not counted"},
    CounterInfo{"fp_scalar_fma_instructions", Unit::events, "fused multiply-adds of one element"},
    CounterInfo{"fp_simd_instructions", Unit::events,
                "floating-point instructions of several elements, fused multiply-adds not counted"},
    CounterInfo{"fp_simd_fma_instructions", Unit::events,
                "fused multiply-adds of several elements"},
    CounterInfo{"other_instructions", Unit::events,
                "instructions that neither compute in floating point nor load or store: integers, "
                "addresses, branches"},
    CounterInfo{"branches", Unit::events, "branch instructions retired"},
    CounterInfo{"branch_misses", Unit::events, "branches mispredicted"},
    CounterInfo{"page_faults", Unit::events, "page faults, minor and major"},
    CounterInfo{"l1d_misses", Unit::events, "accesses that missed the first data cache"},
    CounterInfo{"l2_misses", Unit::events, "accesses that missed the second level"},
    CounterInfo{"l3_misses", Unit::events, "accesses that missed the third level"},
    CounterInfo{"llc_references", Unit::events, "accesses to the last level of caches"},
    CounterInfo{"llc_misses", Unit::events,
                "accesses that missed the last level of caches, memory-side caches not counted"},
    CounterInfo{"llc_read_misses", Unit::events, "those that were to read"},
    CounterInfo{"memory_side_hits", Unit::events, "lines found in a memory-side cache"},
    CounterInfo{"memory_side_misses", Unit::events, "lines that missed the memory-side cache"},
    CounterInfo{"dram_reads", Unit::events, "reads of the memory modules (CAS): lines"},
    CounterInfo{"dram_writes", Unit::events, "writes to the memory modules (CAS): lines"},
    CounterInfo{"dram_accesses", Unit::events, "reads and writes of the memory modules together"},
    CounterInfo{
        "outstanding_read_cycles", Unit::cycles,
        "memory reads in flight, added up over the cycles: a cycle counts as often as there "
        "are reads outstanding in it"},
    CounterInfo{"cycles_with_outstanding_read", Unit::cycles,
                "cycles with at least one memory read in flight"},
    CounterInfo{"outstanding_read_time", Unit::seconds, "outstanding_read_cycles in time"},
    CounterInfo{"time_with_outstanding_read", Unit::seconds,
                "cycles_with_outstanding_read in time"},
    CounterInfo{"memory_stall_cycles", Unit::cycles,
                "cycles in which nothing could be executed while a read had missed the last level"},
    CounterInfo{
        "l2_stall_cycles", Unit::cycles,
        "cycles in which nothing could be executed while a read had missed the second level"},
    CounterInfo{"package_energy", Unit::joules, "energy of the processor packages"},
    CounterInfo{"memory_energy", Unit::joules, "energy of the memory modules"},
    CounterInfo{"power", Unit::watts, "electrical power, by a meter"},
    CounterInfo{"frequency", Unit::hertz, "of the cores, on average"},
    CounterInfo{"voltage", Unit::volts, "of the cores, on average"},
    CounterInfo{"network_sent", Unit::bytes, "sent to other nodes"},
    CounterInfo{"network_received", Unit::bytes, "received from other nodes"},
    CounterInfo{"file_written", Unit::bytes, "written to files"},
};

}  // namespace

const char* name_of(Unit unit) {
  switch (unit) {
    case Unit::events:
      return "events";
    case Unit::cycles:
      return "cycles";
    case Unit::seconds:
      return "seconds";
    case Unit::bytes:
      return "bytes";
    case Unit::joules:
      return "joules";
    case Unit::watts:
      return "watts";
    case Unit::hertz:
      return "hertz";
    case Unit::volts:
      return "volts";
  }
  return "";
}

bool is_average(Unit unit) {
  return unit == Unit::watts || unit == Unit::hertz || unit == Unit::volts;
}

std::span<const CounterInfo> catalogue() { return infos; }

const CounterInfo* find(std::string_view name) {
  const auto* const at = std::find_if(infos.begin(), infos.end(),
                                      [&](const CounterInfo& c) { return name == c.name; });
  return at == infos.end() ? nullptr : at;
}

}  // namespace hpcast::counters
