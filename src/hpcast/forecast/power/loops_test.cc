#include "hpcast/forecast/power/loops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/dat/read.h"

namespace hpcast::forecast {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_in(const std::vector<PowerProgram>& programs) {
  std::vector<std::string> names;
  for (const PowerProgram& program : programs) names.push_back(program.name);
  return names;
}

std::vector<std::string> command_of(const std::vector<PowerProgram>& programs,
                                    const std::string& name) {
  return named(programs, {name}).at(0).command;
}

// 32 KiB of L1 and 1 MiB of L2 a core, 16 MiB of L3 for four.
TEST(PowerLoops, SizesComeFromTheCaches) {
  const HostCaches caches{32 << 10, 1 << 20, 16 << 20, 4};
  const auto programs = power_programs(caches, 30);
  EXPECT_THAT(command_of(programs, "stream-l1"), ElementsAre("stream", "12288", "--seconds", "30"));
  EXPECT_THAT(command_of(programs, "stream-l2"),
              ElementsAre("stream", "524288", "--seconds", "30"));
  // Three arrays of 32 MiB for all threads: twice the L3 each.
  EXPECT_THAT(command_of(programs, "stream-memory"),
              ElementsAre("stream", "25165824", "--seconds", "30"));
  EXPECT_THAT(command_of(programs, "streams-4"),
              ElementsAre("streams", "4", "4194304", "--seconds", "30"));
  EXPECT_THAT(command_of(programs, "stride-0.5"),
              ElementsAre("stride", "0.5", "1048576", "--seconds", "30"));
  EXPECT_THAT(command_of(programs, "idle"), ElementsAre("sleep", "30"));
  const std::vector<std::string> names = names_in(programs);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(PowerLoops, AHostsCachesAreAddedUp) {
  const dat::Machine machine =
      dat::read_machine(source_tree() + "/machines/epyc-7702x2-nps4.dat.json");
  const HostCaches caches = host_caches(machine);
  EXPECT_EQ(caches.cores, 128U);
  EXPECT_EQ(caches.l1, 32U << 10);
  EXPECT_EQ(caches.l2, 512U << 10);
  EXPECT_EQ(caches.last, 512U << 20);
}

// Levels are distances from the cores, whatever the caches are called; those before memories keep
// nothing of a core's.
TEST(PowerLoops, ReadsLevelsFromTheMachine) {
  dat::Machine machine = dat::read_machine(source_tree() + "/machines/epyc-7702x2-nps4.dat.json");
  for (dat::CacheClass& c : machine.cache_classes) c.name = "cache " + c.name;
  const HostCaches caches = host_caches(machine);
  EXPECT_EQ(caches.l1, 32U << 10);
  EXPECT_EQ(caches.l2, 512U << 10);
  EXPECT_EQ(caches.last, 512U << 20);
  for (dat::CacheClass& c : machine.cache_classes)
    if (c.capacity > 1 << 20) c.side = CacheSide::memory;
  EXPECT_EQ(host_caches(machine).last, 128U * (512U << 10));
}

TEST(PowerLoops, AreChosenByNameOrItsBeginning) {
  const auto programs = power_programs({}, 1);
  EXPECT_THAT(names_in(named(programs, {"fem", "idle"})),
              ElementsAre("idle", "fem-plain", "fem-tuned"));
  EXPECT_THAT(names_in(named(programs, {"chain-12", "chain-12"})), ElementsAre("chain-12"));
  EXPECT_EQ(named(programs, {}).size(), programs.size());
  try {
    named(programs, {"stremas"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--only stremas: there is no such program"));
  }
}

}  // namespace
}  // namespace hpcast::forecast
