#include "hpcast/models/memsim/sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "hpcast/base/diagnostics.h"

namespace hpcast::memsim {
namespace {

using SampleKind = SampleOptions::Kind;

// One core above caches of so many sets and lines of so many bytes (log2).
Topology machine_of(const std::vector<std::pair<std::uint64_t, std::uint32_t>>& caches) {
  Topology t;
  t.cores = 1;
  t.log2_longest_line = 6;
  for (const auto& [sets, log2_line] : caches) {
    CacheShape shape{};
    shape.sets = sets;
    shape.ways = 8;
    shape.log2_line = log2_line;
    t.cache_shapes.push_back(shape);
    t.cores_of_cache.push_back({0});
    t.log2_longest_line = std::max(t.log2_longest_line, log2_line);
  }
  return t;
}

SamplePlan plan_of(const Topology& topology, std::uint32_t one_in, std::uint64_t seed = 1,
                   std::uint32_t part = 0) {
  return {{SampleKind::sets, one_in, seed, part, 0}, topology, 8192, 4096};
}

std::set<std::uint64_t> groups_in(const SamplePlan& plan, std::uint64_t line) {
  std::set<std::uint64_t> chosen;
  for (std::uint64_t group = 0; group < plan.groups(); ++group)
    if (plan.slot_of(group * line) != SamplePlan::none) chosen.insert(group);
  return chosen;
}

TEST(SamplePlan, GroupsAreWhatAllCachesKeepApart) {
  EXPECT_EQ(plan_of(machine_of({{64, 6}, {1024, 6}, {8192, 6}}), 16).groups(), 64U);
  EXPECT_EQ(plan_of(machine_of({{48, 6}, {120, 6}}), 3).groups(), 24U);
  // Four lines of 64 bytes lie in one of 256.
  EXPECT_EQ(plan_of(machine_of({{64, 6}, {1024, 8}}), 2).groups(), 16U);
  EXPECT_EQ(plan_of(machine_of({{1 << 20, 6}}), 2).groups(), 4096U);
}

TEST(SamplePlan, RefusesWhatDoesNotDivide) {
  const auto fault = [](const Topology& topology, std::uint32_t one_in) {
    try {
      plan_of(topology, one_in);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(fault(machine_of({{64, 6}, {12, 6}}), 3), testing::HasSubstr("into 4 groups"));
  EXPECT_THAT(fault(machine_of({{64, 6}, {12, 6}}), 3), testing::HasSubstr("sets:2, sets:4; "));
  EXPECT_THAT(fault(machine_of({{64, 6}, {7, 6}}), 2), testing::HasSubstr("into 1 group,"));
}

TEST(SamplePlan, PartsOfASeedShareNothingAndAreAll) {
  const Topology topology = machine_of({{64, 6}});
  std::set<std::uint64_t> all;
  for (std::uint32_t part = 0; part < 4; ++part) {
    const std::set<std::uint64_t> chosen = groups_in(plan_of(topology, 4, 9, part), 64);
    EXPECT_EQ(chosen.size(), 16U);
    all.insert(chosen.begin(), chosen.end());
  }
  EXPECT_EQ(all.size(), 64U);
  EXPECT_NE(groups_in(plan_of(topology, 4, 1), 64), groups_in(plan_of(topology, 4, 2), 64));
}

TEST(SamplePlan, ReplicatesAreAsGoodAsEqual) {
  const SamplePlan plan = plan_of(machine_of({{80, 6}}), 2);
  EXPECT_EQ(plan.replicates(), 16U);
  for (const std::uint64_t groups : plan.groups_of_replicate())
    EXPECT_THAT(groups, testing::AnyOf(2U, 3U));
  EXPECT_EQ(plan_of(machine_of({{64, 6}}), 16).replicates(), 4U);
}

TEST(SamplePlan, InTimeOneOfNIsMeasuredAfterAWarmUp) {
  const SamplePlan plan({SampleKind::time, 5, 3, 0, 2}, machine_of({{64, 6}}), 100, 4096);
  EXPECT_EQ(plan.stretch_references(), 200U);
  bool warmed_up = true;  // nothing is missing at the start
  for (std::uint64_t period = 0; period < 50; ++period) {
    std::uint32_t measured = 0;
    for (std::uint64_t stretch = period * 5; stretch < period * 5 + 5; ++stretch) {
      const SamplePlan::Stretch s = plan.stretch_at(stretch * 200 + 17);
      const bool counts = s.slot < plan.replicates();
      EXPECT_TRUE(!counts || (s.simulated && warmed_up)) << stretch;
      measured += counts ? 1 : 0;
      warmed_up = s.simulated;
    }
    EXPECT_EQ(measured, 1U);
  }
}

TEST(SamplePlan, AStretchFillsACoresPartOfAnyCache) {
  const SamplePlan plan({SampleKind::time, 5, 1, 0, 0}, machine_of({{64, 6}, {1000, 6}}), 1000,
                        4096);
  EXPECT_EQ(plan.stretch_references(), 64'000U);
}

}  // namespace
}  // namespace hpcast::memsim
