#include "hpcast/faces/report/memory/analysis.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hpcast::report {
namespace {

using answers::Kind;
using answers::MemoryAnswer;

// Cores, each with a wire to a cache of its own.
MemoryAnswer machine_of(std::uint32_t cores) {
  MemoryAnswer result;
  for (std::uint32_t i = 0; i < cores; ++i) {
    answers::ObjectResult core, wire;
    core.name = fmt::format("core{}", i);
    wire.name = fmt::format("wire{}", i);
    wire.kind = Kind::edge;
    wire.edge = answers::EdgeTraffic{core.name, fmt::format("L1_{}", i), 0, 0};
    result.objects.push_back(core);
    result.objects.push_back(wire);
  }
  return result;
}

// A phase in which core i makes references[i].
void add_phase(MemoryAnswer& result, double time_s, const std::vector<std::uint64_t>& references) {
  answers::PhaseResult phase;
  phase.time_s = time_s;
  for (std::uint32_t i = 0; i < references.size(); ++i)
    phase.objects.push_back({2 * i + 1, references[i], 0, 0, 0, 0});
  result.phases.push_back(phase);
  result.time_s += time_s;
}

TEST(IdleCores, ASerialLoopThatTakesMostOfTheTime) {
  MemoryAnswer result = machine_of(4);
  add_phase(result, 3, {100});
  add_phase(result, 1, {50, 50, 50, 50});
  EXPECT_EQ(idle_cores(result), "3 of 4 cores have nothing to do for most of the time");
}

TEST(IdleCores, ASerialLoopInAParallelPhase) {
  MemoryAnswer result = machine_of(2);
  add_phase(result, 1, {100, 10});
  EXPECT_EQ(idle_cores(result), "1 of 2 cores has nothing to do for most of the time");
}

TEST(IdleCores, NotOneThatComputesWithoutReferences) {
  MemoryAnswer result = machine_of(3);
  result.operations.emplace_back();
  add_phase(result, 2, {100, 100, 100});
  for (const std::uint32_t core : {0, 2}) {
    answers::PhaseTraffic own{2 * core, 0, 0, 0, 0, 0};
    own.time_s = 2;
    result.phases[0].objects.push_back(own);
  }
  EXPECT_EQ(idle_cores(result), "1 of 3 cores has nothing to do for most of the time");
}

TEST(IdleCores, NoneWhereMostOfTheTimeIsParallel) {
  MemoryAnswer result = machine_of(2);
  add_phase(result, 1, {100});
  add_phase(result, 3, {100, 90});
  EXPECT_EQ(idle_cores(result), "");
  EXPECT_EQ(idle_cores(MemoryAnswer{}), "");
}

}  // namespace
}  // namespace hpcast::report
