#include "hpcast/coretime/sampling.h"

#include <gtest/gtest.h>

namespace hpcast::coretime {
namespace {

using Does = Sampling::Does;

constexpr SamplingPlan plan{10'000, 20, 100, 50};
constexpr std::uint64_t group = 20 * 100;

TEST(Sampling, ShortPartsAreMeasuredWhole) {
  Sampling sampling(plan);
  for (const std::uint32_t part : {0U, 1U, 7U}) {
    sampling.enter(part);
    for (std::uint64_t i = 0; i < plan.whole; ++i) {
      ASSERT_EQ(sampling.does(), Does::measure) << part << ' ' << i;
      sampling.pass(1);
    }
    EXPECT_NE(sampling.does(), Does::measure);
  }
}

TEST(Sampling, OfEachGroupOneStretchIsMeasuredAndWhatIsBeforeItFills) {
  Sampling sampling(plan);
  sampling.pass(plan.whole);
  std::uint64_t last_begin = group, moved = 0;
  for (int g = 0; g < 50; ++g) {
    std::uint64_t fills = 0, measures = 0, begins = 0, begin = 0;
    Does did = Does::skip;
    for (std::uint64_t i = 0; i < group; ++i) {
      const Does does = sampling.does();
      if (does == Does::fill) ++fills;
      if (does == Does::measure) ++measures;
      if (does == Does::measure && did != Does::measure) {
        EXPECT_EQ(did, Does::fill);
        ++begins;
        begin = i;
      }
      did = does;
      sampling.pass(1);
    }
    EXPECT_EQ(fills, plan.before);
    EXPECT_EQ(measures, plan.stretch);
    EXPECT_EQ(begins, 1U);
    if (begin != last_begin) ++moved;
    last_begin = begin;
  }
  EXPECT_GT(moved, 45U);  // not always at the same place
}

TEST(Sampling, PartsCountForThemselves) {
  Sampling sampling(plan);
  sampling.pass(plan.whole);
  EXPECT_NE(sampling.does(), Does::measure);
  sampling.enter(1);
  EXPECT_EQ(sampling.does(), Does::measure);
  sampling.enter(0);
  EXPECT_NE(sampling.does(), Does::measure);
}

TEST(Sampling, OneInOneIsAll) {
  Sampling sampling({0, 1, 100, 50});
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(sampling.does(), Does::measure);
    sampling.pass(7);
  }
}

// Before enter(), too: of a plan that measures nothing whole.
TEST(Sampling, BeginsAsItsPlanSays) {
  Sampling sampling({0, 20, 100, 50});
  std::uint64_t measured = 0;
  for (std::uint64_t i = 0; i < group; ++i) {
    if (sampling.does() == Does::measure) ++measured;
    sampling.pass(1);
  }
  EXPECT_EQ(measured, plan.stretch);
}

}  // namespace
}  // namespace hpcast::coretime
