#include "hpcast/inputs/meter/align.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "hpcast/inputs/meter/windows_for_tests.h"

namespace hpcast::meter {
namespace {

using counters::Row;
using counters::Table;
using counters::Unit;
using testing::ElementsAre;

// A row after the other, of these lengths, with so many cycles.
Table table_of(const std::vector<std::pair<double, double>>& rows) {
  Table table;
  double now = 0;
  table.column_to_fill("cycles", Unit::cycles);
  for (const auto& [length, cycles] : rows) {
    const std::size_t at = table.add_row({now, length, 0, 0});
    table.columns[0].values[at] = cycles;
    now += length;
  }
  return table;
}

TEST(Align, RowsGetTheMeanOfTheirWindows) {
  Table table = table_of({{2, 1}, {2, 1}, {2, 1}});
  const Windows windows{{0, 1, 100}, {1, 2, 300}, {2.5, 3.5, 700}};
  EXPECT_EQ(add_power(table, windows, "power", Unit::watts), 2U);
  const std::vector<double>& power = table.column("power")->values;
  EXPECT_DOUBLE_EQ(power[0], 200);
  EXPECT_DOUBLE_EQ(power[1], 700);
  EXPECT_TRUE(std::isnan(power[2]));
  EXPECT_EQ(add_power(table, windows, "package_energy", Unit::joules), 2U);
  EXPECT_DOUBLE_EQ(table.column("package_energy")->values[0], 400);
}

TEST(Align, ThreadsShareARowForThePower) {
  Table table;
  table.column_to_fill("cycles", Unit::cycles);
  for (const char* const thread : {"CPU0", "CPU1"})
    for (const double start : {0.0, 10.0})
      table.columns[0].values[table.add_row({start, 10, table.thread_index(thread), 0})] = 5;
  EXPECT_EQ(add_power(table, {{0, 10, 50}, {10, 20, 70}}, "power", Unit::watts), 2U);
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.rows[0], (Row{0, 10, 0, 0}));
  EXPECT_EQ(table.column("power")->values[0], 50);
  EXPECT_TRUE(std::isnan(table.column("power")->values[1]));
  EXPECT_TRUE(std::isnan(table.column("cycles")->values[0]));
  EXPECT_EQ(table.column("power")->values[3], 70);
}

TEST(Align, RowsAreSummedUpOverLongerWindows) {
  Table table = table_of({{1, 10}, {1, 20}, {2, 30}, {1, 40}});
  table.column_to_fill("frequency", Unit::hertz).values = {1e9, 2e9, 3e9, 4e9};
  table.columns[0].running = {1, 0.5, 1, 1};
  // From the middle of the second row to that of the third; one that begins before; one that ends
  // behind.
  const Table summed = over_windows(table, {{-1, 1, 1}, {1.5, 3, 1}, {3, 5, 1}, {4.5, 5.5, 1}});
  EXPECT_THAT(summed.rows, ElementsAre(Row{1.5, 1.5, 0, 0}, Row{3, 2, 0, 0}));
  EXPECT_THAT(summed.columns[0].values, ElementsAre(10 + 15, 15 + 40));
  EXPECT_DOUBLE_EQ(summed.columns[0].running[0], (0.5 * 0.5 + 1) / 1.5);
  EXPECT_DOUBLE_EQ(summed.column("frequency")->values[0], (0.5 * 2e9 + 3e9) / 1.5);
}

TEST(Align, WhatWasNotCountedStaysMissing) {
  const double lacking = std::numeric_limits<double>::quiet_NaN();
  const Table summed =
      over_windows(table_of({{1, 1}, {1, lacking}, {1, 3}}), {{0, 2, 1}, {2, 3, 1}});
  EXPECT_TRUE(std::isnan(summed.columns[0].values[0]));
  EXPECT_EQ(summed.columns[0].values[1], 3);
}

TEST(Align, RegionsAndThreadsStayApart) {
  Table table;
  table.column_to_fill("cycles", Unit::cycles);
  const auto add = [&](double start, const char* thread, const char* region, double cycles) {
    const std::size_t at =
        table.add_row({start, 1, table.thread_index(thread), table.region_index(region)});
    table.columns[0].values[at] = cycles;
  };
  add(0, "", "a", 1);
  add(1, "", "a", 2);
  add(2, "", "b", 4);
  add(3, "", "b", 8);
  // A window in which a gives way to b is of neither.
  const Table summed = over_windows(table, {{0, 2, 1}, {1.5, 2.5, 1}, {2, 4, 1}});
  EXPECT_THAT(summed.columns[0].values, ElementsAre(3, 12));
  EXPECT_EQ(summed.regions[summed.rows[1].region], "b");
}

// As many as a day has at ten a second: in a blink, which a look at all rows for each would not be.
TEST(Align, ManyRowsAreSummedUpOverManyWindows) {
  constexpr int rows = 800'000;
  const Table table = table_of(std::vector<std::pair<double, double>>(rows, {1, 3}));
  Windows windows;
  for (int i = 0; i < rows / 2; ++i) windows.push_back({2.0 * i, 2.0 * (i + 1), 1});
  const Table summed = over_windows(table, windows);
  ASSERT_EQ(summed.rows.size(), windows.size());
  EXPECT_EQ(summed.columns[0].values.back(), 6);
}

// Counts spread evenly over their rows, tick by tick.
TEST(Align, SumsAreWhatTicksAddUpTo) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<double, double>> rows;
    std::vector<double> ticks;
    for (int i = 0; i < 30; ++i) {
      const int length = 1 + static_cast<int>(random() % 8);
      const double cycles = static_cast<double>(random() % 1000);
      rows.emplace_back(length, cycles);
      ticks.insert(ticks.end(), static_cast<std::size_t>(length), cycles / length);
    }
    const Windows windows = random_windows(random, 20, 25);
    const Table summed = over_windows(table_of(rows), windows);
    std::size_t at = 0;
    for (const Window& window : windows) {
      if (window.end_s > static_cast<double>(ticks.size())) continue;
      double sum = 0;
      for (auto tick = static_cast<std::size_t>(window.begin_s);
           tick < static_cast<std::size_t>(window.end_s); ++tick)
        sum += ticks[tick];
      ASSERT_LT(at, summed.rows.size());
      EXPECT_EQ(summed.rows[at].start_s, window.begin_s);
      EXPECT_NEAR(summed.columns[0].values[at++], sum, 1e-9);
    }
    EXPECT_EQ(at, summed.rows.size());
  }
}

}  // namespace
}  // namespace hpcast::meter
