#include "hpcast/inputs/meter/power_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "hpcast/base/diagnostics.h"

namespace hpcast::meter {
namespace {

using counters::Table;
using counters::Unit;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Programs a and b, each of two rows of a minute.
Table two_programs() {
  Table table;
  table.column_to_fill("cycles", Unit::cycles);
  for (int i = 0; i < 4; ++i)
    table.columns[0]
        .values[table.add_row({60.0 * i, 60, 0, table.region_index(i < 2 ? "a" : "b")})] =
        1e9 * (i + 1);
  return table;
}

// From a beginning on, windows of so many seconds and 100 W, 101 W, …
Windows steps(double begin_s, double length_s, int count) {
  Windows windows;
  for (int i = 0; i < count; ++i)
    windows.push_back({begin_s + i * length_s, begin_s + (i + 1) * length_s, 100.0 + i});
  return windows;
}

std::string complaint_about(Table table, const Sampled& sampled,
                            const std::optional<ExternalMeter>& meter) {
  try {
    fill_power(table, sampled, meter);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PowerColumns, AMetersShortWindowsAreAveraged) {
  Table table = two_programs();
  fill_power(table, {}, ExternalMeter{"m.csv", {steps(0, 20, 12), false, {}}, 0});
  EXPECT_THAT(table.column("power")->values, ElementsAre(101, 104, 107, 110));
  EXPECT_THAT(table.notes, Contains("power: by the meter of m.csv"));
}

TEST(PowerColumns, AMeterThatStopsEarlyIsTold) {
  Table table = two_programs();
  fill_power(table, {}, ExternalMeter{"m.csv", {steps(0, 20, 11), false, {}}, 0});
  EXPECT_THAT(table.notes, Contains(HasSubstr("a part of 1 row, down to 67 %")));
}

TEST(PowerColumns, AMetersLongWindowsTakeCountsTogether) {
  Table table = two_programs();
  fill_power(table, {}, ExternalMeter{"m.csv", {steps(-90, 90, 5), false, {}}, 0});
  // [0, 90) is a's; [90, 180) is of both; [180, 270) goes beyond.
  EXPECT_THAT(table.column("power")->values, ElementsAre(101));
  EXPECT_THAT(table.column("cycles")->values, ElementsAre(1e9 + 0.5 * 2e9));
  EXPECT_THAT(table.notes, Contains(HasSubstr("the meter's windows of 90 s")));
}

TEST(PowerColumns, AMetersClockMayBeAhead) {
  for (const double ahead : {-30.0, 32400.0}) {
    Table table = two_programs();
    table.began_unix_s = 1795512600.25;
    const ExternalMeter meter{
        "m.csv", {steps(1795512600.25 + ahead, 60, 4), true, {"a note"}}, ahead};
    fill_power(table, {}, meter);
    ASSERT_EQ(table.rows.size(), 4U);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(table.column("power")->values[static_cast<std::size_t>(i)], 100 + i) << ahead;
    EXPECT_THAT(table.notes, Contains("a note"));
  }
}

TEST(PowerColumns, TheNodesOwnSensorTellsMost) {
  Table table = two_programs();
  Sampled sampled;
  sampled.package = steps(0, 1, 240);
  sampled.memory = {{0, 240, 20}};
  sampled.parts = {{0, 60, 150}, {60, 120, 160}, {120, 240, 170}};
  fill_power(table, sampled, std::nullopt);
  EXPECT_THAT(table.column("package_energy")->values[0], 60 * (100 + 59 / 2.0));
  EXPECT_EQ(table.column("power")->values[1], 160);
  EXPECT_TRUE(std::isnan(table.column("power")->values[2]));
  EXPECT_THAT(table.notes, Contains(HasSubstr("2 of 4 rows without a power")));
  sampled.node = steps(0, 60, 4);
  table = two_programs();
  fill_power(table, sampled, std::nullopt);
  EXPECT_THAT(table.column("power")->values, ElementsAre(100, 101, 102, 103));
}

TEST(PowerColumns, PerfsEnergyMakesPower) {
  Table table = two_programs();
  table.column_to_fill("package_energy", Unit::joules).values = {600, 1200, 600, NAN};
  table.column_to_fill("memory_energy", Unit::joules).values = {60, 60, 0, 60};
  fill_power(table, {}, std::nullopt);
  const std::vector<double>& power = table.column("power")->values;
  EXPECT_THAT(std::vector<double>(power.begin(), power.begin() + 3), ElementsAre(11, 21, 10));
  EXPECT_TRUE(std::isnan(power[3]));
}

// Counted by nobody: not the 0 J of a memory that takes none.
TEST(PowerColumns, EnergiesThatDoNotMoveWereNotCounted) {
  Table perf = two_programs();
  perf.column_to_fill("package_energy", Unit::joules).values = {600, 1200, 600, 600};
  perf.column_to_fill("memory_energy", Unit::joules).values = {0, 0, 0, 0};
  fill_power(perf, {}, std::nullopt);
  EXPECT_EQ(perf.column("memory_energy"), nullptr);
  EXPECT_THAT(perf.notes, Contains("power: package_energy over time"));
  Table sensors = two_programs();
  Sampled sampled;
  sampled.package = sampled.parts = steps(0, 60, 4);
  for (const double begin_s : {0.0, 60.0, 120.0, 180.0})
    sampled.memory.push_back({begin_s, begin_s + 60, 0});
  fill_power(sensors, sampled, std::nullopt);
  EXPECT_EQ(sensors.column("memory_energy"), nullptr);
  EXPECT_THAT(sensors.notes, Contains(HasSubstr("memory_energy: 0 J throughout")));
}

TEST(PowerColumns, ClocksThatDoNotMeetAreRefused) {
  const Table table = two_programs();
  EXPECT_THAT(
      complaint_about(table, {}, ExternalMeter{"m.csv", {steps(500, 60, 4), false, {}}, 0}),
      HasSubstr("m.csv: the meter's windows do not overlap the run: they reach from 500.0 s "
                "to 740.0 s after its beginning, and it ends at 240.0 s\n  --meter-ahead"));
  EXPECT_THAT(complaint_about(table, {}, ExternalMeter{"m.csv", {steps(2e9, 60, 4), true, {}}, 0}),
              HasSubstr("do not tell when they began"));
  EXPECT_THAT(
      complaint_about(table, {}, ExternalMeter{"m.csv", {steps(-90, 180, 4), false, {}}, 0}),
      HasSubstr("no interval of the counters holds a whole window of the meter: intervals of "
                "60 s, windows of 180 s"));
}

TEST(PowerColumns, TheSourceWithoutAValueIsNamed) {
  Table table = two_programs();
  EXPECT_THAT(complaint_about(table, {}, std::nullopt),
              HasSubstr("perf counted no package_energy"));
  Sampled sampled;
  sampled.node = steps(0, 100, 2);
  EXPECT_THAT(complaint_about(table, sampled, std::nullopt),
              HasSubstr("long enough to know its power"));
  table.column_to_fill("package_energy", Unit::joules);
  EXPECT_THAT(complaint_about(table, {}, std::nullopt),
              HasSubstr("package_energy has no value: perf lists it, and could not count it"));
  table.column_to_fill("package_energy", Unit::joules).values = {1, 2, 3, 4};
  table.column_to_fill("memory_energy", Unit::joules);
  EXPECT_THAT(complaint_about(table, {}, std::nullopt), HasSubstr("memory_energy has no value"));
}

}  // namespace
}  // namespace hpcast::meter
