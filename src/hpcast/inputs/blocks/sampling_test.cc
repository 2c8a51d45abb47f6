#include "hpcast/inputs/blocks/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hpcast::blocks {
namespace {

constexpr SamplingPlan plan{10'000, 20, 1'000, 100, 50, 200};
constexpr std::uint64_t group = 20 * 100;

TEST(Sampling, ShortPartsAreMeasuredWhole) {
  Sampling sampling(plan);
  for (const std::uint32_t part : {0U, 1U, 7U}) {
    sampling.enter(part);
    for (std::uint64_t i = 0; i < plan.whole; ++i) {
      ASSERT_EQ(sampling.does(), Sampled::measure) << part << ' ' << i;
      sampling.pass(1);
    }
    EXPECT_NE(sampling.does(), Sampled::measure);
  }
}

TEST(Sampling, OfEachGroupOneStretchIsMeasuredAndWhatIsBeforeItFills) {
  Sampling sampling(plan);
  sampling.pass(plan.whole);
  std::uint64_t last_begin = group, moved = 0;
  for (int g = 0; g < 50; ++g) {
    std::uint64_t teaches = 0, fills = 0, measures = 0, begins = 0, begin = 0;
    Sampled did = Sampled::skip;
    for (std::uint64_t i = 0; i < group; ++i) {
      const Sampled does = sampling.does();
      if (does == Sampled::teach) ++teaches;
      if (does == Sampled::fill) ++fills;
      if (does == Sampled::measure) ++measures;
      if (does == Sampled::measure && did != Sampled::measure) {
        EXPECT_EQ(did, Sampled::fill);
        ++begins;
        begin = i;
      }
      did = does;
      sampling.pass(1);
    }
    EXPECT_EQ(teaches, std::min(begin - plan.before, plan.earlier));
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
  EXPECT_NE(sampling.does(), Sampled::measure);
  sampling.enter(1);
  EXPECT_EQ(sampling.does(), Sampled::measure);
  sampling.enter(0);
  EXPECT_NE(sampling.does(), Sampled::measure);
}

TEST(Sampling, OneInOneIsAll) {
  Sampling sampling({.whole = 0, .one_in = 1});
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(sampling.does(), Sampled::measure);
    sampling.pass(7);
  }
}

// Some hundred more for each time that it is twice as long.
TEST(Sampling, LongPartsHaveStretchesFartherApart) {
  Sampling sampling({0, 20, 100, 100, 50, 0});
  std::uint64_t begins = 0,
                expected = 100 + 100 * 3;  // 2000 instructions 100 times; e^3 times more
  Sampled did = Sampled::skip;
  for (std::uint64_t i = 0; i < group * 100 * 20; ++i) {
    if (sampling.does() == Sampled::measure && did != Sampled::measure) ++begins;
    did = sampling.does();
    sampling.pass(1);
  }
  EXPECT_NEAR(static_cast<double>(begins), static_cast<double>(expected), 10);
}

// However many instructions a block has.
TEST(Sampling, WhatAStretchHasIsWholeBlocks) {
  Sampling sampling({0, 20, 1'000, 2'000, 1'000, 2'000});
  std::uint64_t measured = 0;
  for (std::uint64_t i = 0; i < 40'000'000; i += 7) {
    if (sampling.does() == Sampled::measure) measured += 7;
    sampling.pass(7);
  }
  EXPECT_NEAR(static_cast<double>(measured), 1000 * 2000, 1000 * 7);
}

// Before enter(), too: of a plan that measures nothing whole.
TEST(Sampling, BeginsAsItsPlanSays) {
  Sampling sampling({0, 20, 1'000, 100, 50, 200});
  std::uint64_t measured = 0;
  for (std::uint64_t i = 0; i < group; ++i) {
    if (sampling.does() == Sampled::measure) ++measured;
    sampling.pass(1);
  }
  EXPECT_EQ(measured, plan.stretch);
}

}  // namespace
}  // namespace hpcast::blocks
