#include "hpcast/models/countergen/beyond_caches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/models/countergen/generate.h"
#include "hpcast/models/countergen/loops_for_tests.h"

namespace hpcast::countergen {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Metrics of these models: references, misses of L1, L2 and L3.
constexpr std::size_t first_level = 1, second_level = 2, third_level = 3;

// Arrays of n·n numbers that are swept ten times: they stay in L3, and rows of them in L1.
LoopCounts ten_sweeps(double n) {
  return {50 * n * n, {10 * n * n / 8, 10 * n * n / 8, n * n / 8}};
}

Model model_of_sweeps(const std::vector<std::uint64_t>& cache_lines) {
  return learned_of({200, 400, 800}, {ten_sweeps}, cache_lines);
}

const std::vector<std::uint64_t> three_levels = {512, 4096, 100'000};

TEST(BeyondCaches, AreSeenWhereFirstTouchesAreMoreThanALevelHolds) {
  const Generated made = generate(model_of_sweeps(three_levels), {{1600}});
  EXPECT_THAT(made.beyond.outgrown, ElementsAre(third_level));
  EXPECT_THAT(made.beyond.lines,
              ElementsAre(AllOf(HasSubstr("data outgrow L3 (100000 lines) at about n=894, beyond"),
                                HasSubstr("PAPI_L3_DCM and the time are lower bounds")),
                          HasSubstr("still fits into L1 was not seen")));
  EXPECT_TRUE(made.beyond.is_lower_bound(third_level));
  EXPECT_FALSE(made.beyond.is_lower_bound(second_level)) << "nothing hits in it";
}

TEST(BeyondCaches, LeaveOpenHowMuchOfWhatALevelIsAskedForMissesIt) {
  const Generated made = generate(model_of_sweeps(three_levels), {{1600}});
  double forecast = 0, high = 0;
  for (const std::uint32_t kind : made.steps[0]) {
    forecast += made.kinds[kind].gains[third_level].value;
    high += made.kinds[kind].gains[third_level].high;
  }
  EXPECT_NEAR(forecast, ten_sweeps(1600).misses[2], 10);
  EXPECT_GE(high, ten_sweeps(1600).misses[1] - 10);
}

TEST(BeyondCaches, AreNoneWhereDataAreNoMoreThanInARun) {
  EXPECT_THAT(generate(model_of_sweeps(three_levels), {{800}}).beyond.lines, IsEmpty());
  EXPECT_THAT(generate(model_of_sweeps(three_levels), {{500}}).beyond.lines, IsEmpty());
}

TEST(BeyondCaches, AreUnsureWhereALevelWasFullInTheRuns) {
  const Generated made = generate(model_of_sweeps({512, 4096, 10'000'000}), {{1600}});
  EXPECT_THAT(made.beyond.outgrown, IsEmpty());
  EXPECT_THAT(made.beyond.unsure, ElementsAre(first_level));
}

TEST(BeyondCaches, AreUnsureWhereNobodyKnowsWhatTheyHold) {
  const Generated made = generate(model_of_sweeps({}), {{1600}});
  EXPECT_THAT(made.beyond.outgrown, IsEmpty());
  EXPECT_THAT(made.beyond.lines, ElementsAre(HasSubstr("into L1 and L3 was not seen")));
}

TEST(BeyondCaches, AreNoneWhereTheyHoldAllData) {
  const auto small = [](double n) { return LoopCounts{100 * n, {n / 8, n / 8, n / 8}}; };
  const Model model = learned_of({200, 400, 800}, {small}, three_levels);
  EXPECT_THAT(generate(model, {{1600}}).beyond.lines, IsEmpty());
  EXPECT_THAT(generate(model, {{8000}}).beyond.outgrown, ElementsAre(first_level));
}

}  // namespace
}  // namespace hpcast::countergen
