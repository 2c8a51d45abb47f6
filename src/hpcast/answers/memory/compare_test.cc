#include "hpcast/answers/memory/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "hpcast/answers/memory/sample_for_tests.h"

namespace hpcast::answers {
namespace {

TEST(Compare, SaysWhichTimeIsALowerBound) {
  MemoryAnswer bound = small_sample();
  bound.not_modelled.emplace_back("the cores' own time: a sample does not tell");
  EXPECT_THAT(headline(compare(bound, small_sample())),
              testing::StartsWith("A's time is only a lower bound: A and B take the same time"));
  EXPECT_EQ(compare(bound, bound).lower_bound, "");
}

MemoryAnswer with_faster_memory() {
  MemoryAnswer result = small_sample();
  result.time_s = 1;
  result.objects[2].time_s = 0.8;
  for (ObjectResult& object : result.objects) object.occupancy = object.time_s / result.time_s;
  result.bottleneck = {"L1_0", Kind::cache, 1};
  result.phases[0].time_s = 1;
  result.phases[0].objects[2].time_s = 0.8;
  put_limits(result);
  return result;
}

TEST(Compare, SaysHowMuchFasterAndWhereTheBottleneckGoes) {
  const Comparison faster = compare(small_sample(), with_faster_memory());
  EXPECT_DOUBLE_EQ(faster.speedup(), 2);
  EXPECT_EQ(
      headline(faster),
      "B is 2.0× faster (2 s → 1 s); the bottleneck moves from mem0 (memory) to L1_0 (cache)");
  EXPECT_THAT(headline(compare(with_faster_memory(), small_sample())),
              testing::StartsWith("B is 2.0× slower (1 s → 2 s)"));
}

TEST(Compare, SaysWhenNothingChanges) {
  EXPECT_EQ(headline(compare(small_sample(), small_sample())),
            "A and B take the same time (2 s); the bottleneck stays mem0 (memory)");
}

TEST(Compare, SaysWhenOneSideAloneKnowsWhatCoresWaitFor) {
  const std::string caveat = "only B knows what its cores wait for (their own time)";
  EXPECT_THAT(compare(small_sample(), sample_with_core_time()).caveats, testing::Contains(caveat));
  EXPECT_THAT(compare(sample_with_core_time(), sample_with_core_time()).caveats,
              testing::Not(testing::Contains(testing::HasSubstr("wait for"))));
}

TEST(Compare, SaysWhichCauseMoves) {
  MemoryAnswer b = sample_with_core_time();
  b.objects[0].core->executing = CoreTime{4, 0.5, 2.5, 1};
  b.phases[0].executing = b.objects[0].core->executing;
  put_limits(b);
  const Comparison c = compare(sample_with_core_time(), b);
  EXPECT_EQ(headline(c),
            "A and B take the same time (4 s); the bottleneck moves from core0 (core): waiting for "
            "memory to core0 (core): mispredicted branches");
  ASSERT_EQ(c.limits.size(), 2u);
  EXPECT_EQ(c.limits[0].name, "waiting for memory");
  EXPECT_EQ(c.limits[0].a->time_s, 2.5);
  EXPECT_EQ(c.limits[0].b->time_s, 0.5);
  EXPECT_EQ(c.limits[1].name, "mispredicted branches");
  EXPECT_TRUE(compare(small_sample(), small_sample()).limits.empty());
}

TEST(Compare, SaysWhatLoadCosts) {
  const Comparison c = compare(sample_with_core_time(), sample_with_loaded_memory());
  ASSERT_EQ(c.limits.size(), 1u);
  EXPECT_EQ(c.limits[0].name, "waiting for loaded memory");
  EXPECT_FALSE(c.limits[0].a);
  EXPECT_EQ(c.limits[0].b->time_s, 2);
}

TEST(Compare, SaysWhichLimitsMove) {
  const Comparison c = compare(small_sample(), with_faster_memory());
  ASSERT_EQ(c.limits.size(), 2u);
  EXPECT_EQ(c.limits[0].name, "ddr");
  EXPECT_EQ(c.limits[0].a->worth_s, 1);
  EXPECT_EQ(c.limits[0].b->worth_s, 0);
  EXPECT_EQ(c.limits[1].name, "L1");  // as long as before, but longest
}

TEST(Compare, SortsObjectsByChangeOfTime) {
  const Comparison c = compare(small_sample(), with_faster_memory());
  ASSERT_EQ(c.objects.size(), 5u);
  EXPECT_EQ(c.objects[0].name, "mem0");
  EXPECT_DOUBLE_EQ(c.objects[0].a->time_s, 2);
  EXPECT_DOUBLE_EQ(c.objects[0].b->time_s, 0.8);
  EXPECT_EQ(c.objects[0].b->bytes, 3840u + 512u);
}

TEST(Compare, KeepsObjectsOfOneSideOnly) {
  MemoryAnswer other = small_sample();
  other.objects[2].name = "hbm0";
  other.bottleneck.name = "hbm0";
  const Comparison c = compare(small_sample(), other);
  EXPECT_EQ(c.objects[0].name, "mem0");
  EXPECT_TRUE(c.objects[0].a && !c.objects[0].b);
  EXPECT_EQ(c.objects[1].name, "hbm0");
  EXPECT_TRUE(!c.objects[1].a && c.objects[1].b);
  // By kind the two memories still face each other; idle edges are left out.
  ASSERT_EQ(c.levels.size(), 3u);
  EXPECT_EQ(c.levels[2].name, "memory");
  EXPECT_TRUE(c.levels[2].a && c.levels[2].b);
}

TEST(Compare, MatchesPhasesByName) {
  MemoryAnswer a = small_sample(), b = small_sample();
  EXPECT_TRUE(compare(a, b).phases.empty());
  a.phases = {{"init", 1, "", 0.5, 0, {}}, {"solve", 1, "", 0.5, 0, {}}};
  b.phases = {{"solve", 2, "", 1, 0, {}}, {"check", 3, "", 1, 0, {}}};
  const Comparison c = compare(a, b);
  ASSERT_EQ(c.phases.size(), 3u);
  EXPECT_EQ(c.phases[1].name, "solve");
  EXPECT_EQ(c.phases[1].b_s, 2);
  EXPECT_FALSE(c.phases[2].a_s);
}

TEST(Compare, WarnsOfWhatIsNotComparable) {
  MemoryAnswer b = small_sample();
  EXPECT_TRUE(compare(small_sample(), b).caveats.empty());
  b.inputs[1].sha256 = std::string(64, '2');
  b.tool.version = "0.2.0";
  b.partial = "disk full";
  EXPECT_THAT(compare(small_sample(), b).caveats,
              testing::ElementsAre("A and B come from different traces",
                                   "A was made by hpcast 0.1.0, B by hpcast 0.2.0",
                                   "B is of a partial trace: disk full"));
}

TEST(Compare, SaysWhenOnlyOneSideHasCounts) {
  MemoryAnswer without = small_sample();
  without.operations.clear();
  EXPECT_THAT(
      compare(small_sample(), without).caveats,
      testing::ElementsAre("only A has operation counts, and with them times of the cores"));
  EXPECT_THAT(
      compare(without, small_sample()).caveats,
      testing::ElementsAre("only B has operation counts, and with them times of the cores"));
}

TEST(Compare, NamesOtherMachinesAndWhatOnlyOneSideAssumes) {
  MemoryAnswer a = small_sample(), b = small_sample();
  b.inputs[0].sha256 = std::string(64, '2');
  a.assumptions = {"pages are interleaved", "not coherent", "changed for this run: L1.capacity=1"};
  b.assumptions = {"pages are interleaved", "coherent", "threads start on the cores c1, c0"};
  EXPECT_THAT(
      compare(a, b).caveats,
      testing::ElementsAre("A and B come from different machines", "only A: not coherent",
                           "only A: changed for this run: L1.capacity=1", "only B: coherent",
                           "only B: threads start on the cores c1, c0"));
}

}  // namespace
}  // namespace hpcast::answers
