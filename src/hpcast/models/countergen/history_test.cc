#include "hpcast/models/countergen/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "hpcast/models/countergen/history_rows.h"

namespace hpcast::countergen {
namespace {

using testing::ElementsAre;

constexpr std::size_t all_rows = 1'000'000;

ThreadSteps steps_through(const std::vector<std::uint32_t>& stacks,
                          const std::vector<double>& gains) {
  ThreadSteps made;
  for (const std::uint32_t stack : stacks) made.steps.push_back({stack, no_move, no_move, 1e-9});
  made.gains = gains;
  return made;
}

// The loop of trace-generation.txt, figure 2: parallel, for, barrier.
struct PaperExample {
  PaperExample() {
    const std::uint32_t parallel = stacks.enter(Stacks::none, 0);
    const std::uint32_t loop = stacks.enter(parallel, 1);
    const std::uint32_t barrier = stacks.enter(loop, 2);
    steps = {steps_through({parallel, loop, barrier, loop, parallel}, {7, 13561, 241, 6, 2})};
  }
  HistoryRows::Table table(unsigned events, double least_gain = 0, std::size_t times = 1) const {
    const HistoryShape shape{3, 2, events, false};
    const StepsOfRun run{{100, 20}, &steps};  // rows keep where its sizes are
    HistoryRows rows(shape, stacks, 2, least_gain);
    for (std::size_t i = 0; i < times; ++i) rows.add(run, 0, 0, {});
    return rows.table(0, all_rows);
  }

  Stacks stacks;
  std::vector<ThreadSteps> steps;
};

// Section 3.1's vectors, and section 3.3's sizes behind them. The first event of all is in no
// region.
TEST(History, WithoutOneRegionsAreAsInThePaper) {
  const HistoryRows::Table table = PaperExample().table(0);
  EXPECT_THAT(table.x, ElementsAre(1, 0, 0, 100, 20, 1, 1, 0, 100, 20, 1, 1, 1, 100, 20, 1, 1, 0,
                                   100, 20,  //
                                   1, 0, 0, 100, 20));
  EXPECT_THAT(table.y, ElementsAre(7, 13561, 241, 6, 2));
}

// Section 3.2's three rows, the newest event first; before them one that knows the very first
// event.
TEST(History, OfTwoEventsIsAsInThePaper) {
  const HistoryRows::Table table = PaperExample().table(2);
  EXPECT_THAT(table.x, ElementsAre(1, 1, 0, 1, 0, 0, 0, 0, 0, 100, 20,  //
                                   1, 1, 1, 1, 1, 0, 1, 0, 0, 100, 20,  //
                                   1, 1, 0, 1, 1, 1, 1, 1, 0, 100, 20,  //
                                   1, 0, 0, 1, 1, 0, 1, 1, 1, 100, 20));
  EXPECT_THAT(table.y, ElementsAre(13561, 241, 6, 2));
}

TEST(History, DuplicatesAndSmallGainsAreLeftOut) {
  EXPECT_THAT(PaperExample().table(0, 0, 3).y, ElementsAre(7, 13561, 241, 6, 2));
  EXPECT_THAT(PaperExample().table(0, 10).y, ElementsAre(13561, 241));
}

// Without a choice the first events are left out; what is chosen is learned from wherever it is.
TEST(History, IsNotWholeOfFirstEventsThatAreChosen) {
  const PaperExample example;
  HistoryRows rows({3, 2, 2, false}, example.stacks, 2, 0);
  const StepsOfRun run{{100, 20}, &example.steps};
  rows.add(run, 0, 0, [](std::size_t, std::size_t, std::size_t step) { return step == 0; });
  const HistoryRows::Table table = rows.table(0, all_rows);
  EXPECT_THAT(table.x, ElementsAre(1, 0, 0, 0, 0, 0, 0, 0, 0, 100, 20));
  EXPECT_THAT(table.y, ElementsAre(7));
}

// Section 3.2: the same input and the same output are one row, whichever run they are of.
TEST(History, RunsOfTheSameSizesHaveTheSameRows) {
  const PaperExample example;
  const std::vector<StepsOfRun> runs = {
      {{100, 20}, &example.steps}, {{100, 20}, &example.steps}, {{100, 30}, &example.steps}};
  HistoryRows rows({3, 2, 0, false}, example.stacks, 2, 0);
  for (std::size_t i = 0; i < 2; ++i) rows.add(runs[i], i, 0, {});
  EXPECT_EQ(rows.table(0, all_rows).y.size(), 5U);
  rows.add(runs[2], 2, 0, {});
  EXPECT_EQ(rows.table(0, all_rows).y.size(), 10U);
}

TEST(History, OfManyRowsEveryFewAreTaken) {
  const PaperExample example;
  HistoryRows rows({3, 2, 0, false}, example.stacks, 2, 0);
  const StepsOfRun run{{100, 20}, &example.steps};
  rows.add(run, 0, 0, {});
  EXPECT_THAT(rows.table(0, 3).y, ElementsAre(7, 241, 2));
}

TEST(History, UnknownGainsAreNotLearnedFrom) {
  PaperExample example;
  example.steps[0].gains[1] = NAN;
  EXPECT_THAT(example.table(0).y, ElementsAre(7, 241, 6, 2));
}

TEST(History, StacksOfTheSameRegionsAreOneSet) {
  Stacks stacks;
  const std::uint32_t one = stacks.enter(stacks.enter(Stacks::none, 0), 1);
  const std::uint32_t other = stacks.enter(stacks.enter(Stacks::none, 1), 0);
  const std::uint32_t twice = stacks.enter(other, 1);
  RegionSets sets(stacks);
  EXPECT_EQ(sets.of(one), sets.of(other));
  EXPECT_EQ(sets.of(one), sets.of(twice));
  EXPECT_NE(sets.of(one), sets.of(stacks.outside(one)));
  EXPECT_EQ(sets.of(Stacks::none), RegionSets::none);
}

using SlowRows = std::vector<std::pair<std::vector<double>, double>>;

// Section 3 word by word: vectors joined, the first ones dropped, what is there twice dropped.
SlowRows slow_rows(const Stacks& stacks, const ThreadSteps& steps, unsigned events,
                   std::size_t regions, double thread) {
  std::vector<std::vector<double>> vectors = {std::vector<double>(regions, 0)};
  for (const Step& step : steps.steps) {
    vectors.emplace_back(regions, 0);
    for (const std::uint32_t region : stacks.regions(step.stack)) vectors.back()[region] = 1;
  }
  SlowRows rows;
  for (std::size_t i = std::max(1U, events); i < vectors.size(); ++i) {
    std::vector<double> x;
    for (std::size_t back = 0; back <= events; ++back)
      x.insert(x.end(), vectors[i - back].begin(), vectors[i - back].end());
    x.insert(x.end(), {64, thread});
    const std::pair<std::vector<double>, double> row{x, steps.gains[i - 1]};
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

TEST(History, IsThatOfASlowReference) {
  std::mt19937 random(3);
  Stacks stacks;
  std::uint32_t stack = Stacks::none;
  std::vector<ThreadSteps> threads(2);
  for (ThreadSteps& steps : threads)
    for (int i = 0; i < 300; ++i) {
      stack = random() % 2 == 0 ? stacks.enter(stack, random() % 4) : stacks.outside(stack);
      steps.steps.push_back({stack, no_move, no_move, 0});
      steps.gains.push_back(static_cast<double>(random() % 3));
    }
  const StepsOfRun run{{64}, &threads};
  for (unsigned events = 0; events <= 9; ++events) {
    const HistoryShape shape{4, 1, events, true};
    HistoryRows rows(shape, stacks, 2, 0);
    SlowRows expected;
    for (std::uint32_t t = 0; t < threads.size(); ++t) {
      rows.add(run, 0, t, {});
      const SlowRows more = slow_rows(stacks, threads[t], events, 4, t);
      expected.insert(expected.end(), more.begin(), more.end());
    }
    const HistoryRows::Table table = rows.table(0, all_rows);
    ASSERT_EQ(table.y.size(), expected.size()) << events;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto begin = table.x.begin() + static_cast<std::ptrdiff_t>(i * shape.columns());
      const std::vector<double> row(begin, begin + static_cast<std::ptrdiff_t>(shape.columns()));
      EXPECT_EQ(row, expected[i].first) << events;
      EXPECT_EQ(table.y[i], expected[i].second) << events;
    }
  }
}

// Thirds and their like are not exact, and what is always 1 seems to vary.
TEST(History, WhatNeverVariedIsNoScale) {
  Stacks stacks;
  Names regions;
  const std::uint32_t in_main = stacks.enter(Stacks::none, regions.index_of("main"));
  std::vector<std::vector<ThreadSteps>> threads(2);
  for (std::size_t run = 0; run < threads.size(); ++run) {
    ThreadSteps& steps = threads[run].emplace_back();
    for (int i = 0; i < 49; ++i) {
      steps.steps.push_back({in_main, no_move, no_move, 0});
      steps.gains.push_back(20.0 * static_cast<double>(run + 1) + i);
    }
  }
  HistorySettings settings;
  settings.regressor = "linear";
  settings.history = 0;
  const HistoryModel model = HistoryModel::fit(
      settings, {{{100}, &threads[0]}, {{200}, &threads[1]}}, stacks, regions, {true, true});
  const std::vector<double> outside = {0, 100};  // in no region, as no row was
  EXPECT_NEAR(model.predict(0, outside), 44, 1);
}

}  // namespace
}  // namespace hpcast::countergen
