#include "hpcast/inputs/counters/csv_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::HasSubstr;

TEST(CsvClock, KnowsNamesOfTime) {
  for (const char* name : {"time", "time_s", "Timestamp", "timestamp_ms", "Time [s]", "time (us)",
                           "unix_time", "elapsed", "ts", "time (s)", "time (UTC)", "Time ( s )"})
    EXPECT_TRUE(time_column(name)) << name;
  for (const char* name :
       {"cpu_time", "outstanding_read_time", "times", "time_of_day", "duration_s"})
    EXPECT_FALSE(time_column(name)) << name;
  EXPECT_EQ(time_column("time_ms")->unit_s, 1e-3);
  EXPECT_EQ(time_column("Time [us]")->unit_s, 1e-6);
  EXPECT_FALSE(time_column("time")->unit_s);
}

TEST(CsvClock, CountsSince1970InAnyUnit) {
  for (const auto& [name, first, second] :
       {std::tuple("time", "1700000000.1", "1700000000.2"),
        std::tuple("timestamp", "1700000000100", "1700000000200"),
        std::tuple("time", "1700000000100000", "1700000000200000"),
        std::tuple("ts", "1700000000100000000", "1700000000200000000"),
        std::tuple("time_ms", "1700000000100", "1700000000200")}) {
    const Table table =
        table_in(std::string(name) + ",cycles\n" + first + ",5\n" + second + ",7\n");
    ASSERT_EQ(table.rows.size(), 2U) << name;
    EXPECT_NEAR(table.rows[0].duration_s, 0.1, 1e-6) << name;
    EXPECT_NEAR(table.rows[1].start_s, 0.1, 1e-6) << name;
    EXPECT_NEAR(*table.began_unix_s, 1700000000, 1e-3) << name;
    EXPECT_TRUE(has_note(table, "tells the time since 1970")) << name;
  }
}

// As /proc/uptime and CLOCK_MONOTONIC count.
TEST(CsvClock, CountsSinceTheMachineCameUp) {
  const Table table = table_in("time,cycles\n86400.5,5\n86401,7\n");
  EXPECT_EQ(table.rows[0].duration_s, 0.5);
  EXPECT_TRUE(has_note(table, "does not count from the start of the run"));
  // A start that took long is none.
  EXPECT_EQ(table_in("time,cycles\n10,5\n11,7\n").rows[0].duration_s, 10);
}

TEST(CsvClock, OfOneRowHasNoLength) {
  const Table table = table_in("timestamp,cycles\n1700000000,5\n");
  EXPECT_EQ(table.rows[0].duration_s, 0);
  EXPECT_TRUE(has_note(table, "how long the one interval took is not known"));
}

// As the meter's.
TEST(CsvClock, ReadsDates) {
  for (const char* name : {"time (UTC)", "Timestamp [utc]", "date (GMT)"}) {
    const Table table = table_in(std::string(name) +
                                 ",cycles\n2026-11-24 09:30:00.5,5\n2026/11/24 09:30:01.25,7\n");
    EXPECT_EQ(table.rows[1], (Row{0.75, 0.75, 0, 0})) << name;
    EXPECT_EQ(*table.began_unix_s, 1795512599.75) << name;
    EXPECT_FALSE(has_note(table, "time zone")) << name;
  }
  const Table zoned = table_in("time,cycles\n2026-11-24T18:30+09:00,5\n2026-11-24T09:31Z,7\n");
  EXPECT_EQ(zoned.rows[0].duration_s, 60);
  EXPECT_TRUE(has_note(table_in("time,cycles\n2026-11-24 09:30,5\n2026-11-24 09:31,7\n"),
                       "they were taken to be of this host's"));
}

TEST(CsvClock, TellsWhichDatesItDoesNotRead) {
  EXPECT_THAT(fault_of("time_s,cycles\n2026-01-01T10:00:00,5\n"),
              HasSubstr("dates in a column without a unit"));
  EXPECT_THAT(fault_of("time,cycles\nnoon,5\n"), HasSubstr("'noon' is no time"));
  EXPECT_THAT(fault_of("when,cycles\n2026-01-01T10:00:00,5\n"),
              HasSubstr("'2026-01-01T10:00:00' is a date\n  a column of times is called time"));
}

TEST(CsvClock, StartsAndDurationsMayHaveUnits) {
  for (const char* names : {"start_ms,duration_ms", "start [ms],duration [ms]"}) {
    const Table table = table_in(std::string(names) + ",cycles\n0,2500,5\n2500,500,7\n");
    EXPECT_EQ(table.rows[1], (Row{2.5, 0.5, 0, 0})) << names;
    EXPECT_EQ(table.columns.size(), 1U) << names;
  }
  EXPECT_DOUBLE_EQ(table_in("duration_us,cycles\n2500,5\n").rows[0].duration_s, 0.0025);
  EXPECT_DOUBLE_EQ(table_in("elapsed_s,cycles\n2,5\n").rows[0].duration_s, 2);
  EXPECT_THAT(fault_of("duration_ms,cycles\n1700000000000,5\n"), HasSubstr("which no run does"));
}

// Of which the rates would be wrong, or the seconds a counter.
TEST(CsvClock, RefusesTimesThatDoNotSayWhatTheyAre) {
  for (const char* name :
       {"wallclock", "wall_time", "Wall-Clock [s]", "collected_at", "runtime", "uptime", "seconds",
        "real_time_nsec", "duration", "duration_min", "start", "sample_timestamp"}) {
    EXPECT_THAT(fault_of(std::string(name) + ",cycles\n1700000000,5\n"),
                HasSubstr("does not say what time it is, in which unit\n  call it time_s where"))
        << name;
    const Table table = table_in("time_s," + std::string(name) + ",cycles\n2,1700000000,5\n");
    EXPECT_EQ(table.columns.size(), 1U) << name;
    EXPECT_TRUE(has_note(table, "was not read: another one tells the time")) << name;
  }
  for (const char* counter : {"cpu_time", "duration_s,times", "duration_s,outstanding_read_time"})
    EXPECT_EQ(fault_of(std::string(counter) + ",cycles\n1,1,1\n").find("what time"),
              std::string::npos)
        << counter;
}

TEST(CsvClock, OfAnUnknownUnitIsRefused) {
  EXPECT_THAT(fault_of("time,cycles\n7396896118004087123456,5\n"), HasSubstr("name the unit"));
}

}  // namespace
}  // namespace hpcast::counters
