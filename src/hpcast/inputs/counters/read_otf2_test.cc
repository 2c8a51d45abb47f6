#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/counters/otf2_profile.h"
#include "hpcast/inputs/counters/samples_for_tests.h"
#include "hpcast/inputs/counters/summary.h"
#include "hpcast/inputs/otf2/archive_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::HasSubstr;

MetricValue count_of_metric(std::uint64_t count, MetricKind kind = MetricKind::accumulated) {
  MetricValue value;
  value.kind = kind;
  value.count = count;
  value.value = static_cast<double>(count);
  value.is_count = true;
  return value;
}

TEST(RegionProfile, IsWithoutThoseCalled) {
  RegionProfile profile(0);
  profile.metric(7, 110, count_of_metric(1000));
  profile.enter(7, 110, 1);
  profile.metric(7, 120, count_of_metric(1010));
  profile.enter(7, 120, 2);
  profile.metric(7, 150, count_of_metric(1110));
  profile.leave(7, 150);
  profile.metric(7, 155, count_of_metric(1112));
  profile.leave(7, 155);
  const auto& sums = profile.sums();
  EXPECT_EQ(sums.at({0, 7, 1}).ticks, 15);
  EXPECT_EQ(sums.at({0, 7, 2}).ticks, 30);
  EXPECT_EQ(sums.at({0, 7, 1}).metrics.at(0), 12);
  EXPECT_EQ(sums.at({0, 7, 2}).metrics.at(0), 100);
  EXPECT_EQ(sums.size(), 2U);
}

TEST(RegionProfile, SplitsAtIntervals) {
  RegionProfile profile(100);
  profile.metric(0, 1'000'050, count_of_metric(0));  // where the intervals begin
  profile.enter(0, 1'000'050, 1);
  profile.metric(0, 1'000'200, count_of_metric(300));
  profile.leave(0, 1'000'200);
  EXPECT_EQ(profile.sums().at({0, 0, 1}).ticks, 100);
  EXPECT_EQ(profile.sums().at({1, 0, 1}).ticks, 50);
  EXPECT_EQ(profile.sums().at({0, 0, 1}).metrics.at(0), 200);
  EXPECT_EQ(profile.sums().at({1, 0, 1}).metrics.at(0), 100);
}

// As without the flush: a count is of the time before it, too.
TEST(RegionProfile, SpreadsCountsOverTheTimeBeforeAndBehindFlushes) {
  RegionProfile profile(100);
  profile.metric(0, 0, count_of_metric(0));
  profile.enter(0, 0, 1);
  profile.metric(0, 100, count_of_metric(1000));
  profile.enter(0, 100, 2);
  profile.flush(0, 200, 700);
  profile.metric(0, 800, count_of_metric(9000));
  profile.leave(0, 800);
  profile.metric(0, 900, count_of_metric(10'000));
  profile.leave(0, 900);
  const auto& sums = profile.sums();
  EXPECT_EQ(sums.at({0, 0, 1}).metrics.at(0), 1000);
  EXPECT_EQ(sums.at({1, 0, 2}).metrics.at(0), 4000);
  EXPECT_EQ(sums.at({7, 0, 2}).metrics.at(0), 4000);
  EXPECT_EQ(sums.at({8, 0, 1}).metrics.at(0), 1000);
  EXPECT_EQ(sums.size(), 4U);
  EXPECT_EQ(profile.ticks_flushed(), 500U);
}

TEST(RegionProfile, CountsOfAFlushAreItsEnds) {
  RegionProfile profile(100);
  profile.enter(0, 0, 1);
  profile.metric(0, 50, count_of_metric(0));
  profile.flush(0, 50, 250);
  profile.flush(0, 250, 350);
  profile.metric(0, 350, count_of_metric(10));
  profile.metric(0, 450, count_of_metric(30));
  profile.flush(0, 450, 500);
  profile.metric(0, 550, count_of_metric(60));
  profile.leave(0, 550);
  const auto& sums = profile.sums();
  EXPECT_EQ(sums.at({3, 0, 1}).metrics.at(0), 10 + 10);
  EXPECT_EQ(sums.at({4, 0, 1}).metrics.at(0), 10);
  EXPECT_EQ(sums.at({5, 0, 1}).metrics.at(0), 30);
}

TEST(RegionProfile, CountsGoOnWhereTheyWereReadWhileNothingWasRecorded) {
  RegionProfile profile(0);
  profile.enter(0, 0, 1);
  profile.metric(0, 0, count_of_metric(0));
  profile.metric(0, 10, count_of_metric(10));
  profile.recording(0, 10, false);
  profile.recording(0, 50, true);
  profile.metric(0, 50, count_of_metric(1000));
  profile.metric(0, 60, count_of_metric(1010));
  profile.leave(0, 60);
  EXPECT_EQ(profile.sums().at({0, 0, 1}).ticks, 20);
  EXPECT_EQ(profile.sums().at({0, 0, 1}).metrics.at(0), 20);
  EXPECT_EQ(profile.ticks_off(), 40U);
}

TEST(RegionProfile, KnowsKindsOfMetrics) {
  RegionProfile profile(0);
  EXPECT_TRUE(profile.metric(0, 1, count_of_metric(5, MetricKind::relative)));
  EXPECT_TRUE(profile.metric(0, 2, count_of_metric(6, MetricKind::relative)));
  EXPECT_EQ(profile.sums().at({0, 0, RegionProfile::outside}).metrics.at(0), 11);
  RegionProfile falling(0);
  EXPECT_TRUE(falling.metric(0, 1, count_of_metric(5)));
  EXPECT_FALSE(falling.metric(0, 2, count_of_metric(4)));
}

const std::string shared_traces = source_tree() + "/../shared/data/otf2/";

double seconds_in_region(const Table& table, const std::string& thread, const std::string& region) {
  double sum = 0;
  for (const Row& row : table.rows)
    if (table.threads[row.thread] == thread && table.regions[row.region] == region)
      sum += row.duration_s;
  return sum;
}

// Against otf2-print of the archive.
TEST(Otf2, ReadsScorePsMetrics) {
  if (!std::filesystem::exists(shared_traces)) GTEST_SKIP() << shared_traces << " is not there";
  const Table table = read_counters(shared_traces + "ping-pong-otf2-papi");
  EXPECT_EQ(table.source, "otf2");
  // Of main: its last value less its first, less what the regions it called took.
  double cycles = 0;
  const Column& column = *table.column("cycles");
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.threads[table.rows[i].thread] == "MPI Rank 0") cycles += column.values[i];
  EXPECT_EQ(cycles, 96084888 - 98850);
  EXPECT_EQ(value_at(table, "cycles", "MPI Rank 0", 0, "MPI_Comm_size"), 88024200 - 88017448);
  EXPECT_EQ(value_at(table, "l2_misses", "MPI Rank 0", 0, "MPI_Comm_rank"), 467854 - 467817);
  constexpr double ticks_a_second = 2095191439;
  EXPECT_DOUBLE_EQ(seconds_in_region(table, "MPI Rank 0", "MPI_Comm_size"),
                   (7396896118004087 - 7396896117996357) / ticks_a_second);
  EXPECT_NEAR(time_of(table), (7396896131635458 - 7396895680158984) / ticks_a_second, 1e-9);
}

TEST(Otf2, MakesIntervals) {
  if (!std::filesystem::exists(shared_traces)) GTEST_SKIP() << shared_traces << " is not there";
  ReadOptions options;
  options.interval_s = 0.05;
  const Table whole = read_counters(shared_traces + "ping-pong-otf2-papi");
  const Table table = read_counters(shared_traces + "ping-pong-otf2-papi/traces.otf2", options);
  EXPECT_NEAR(time_of(table), time_of(whole), 1e-9);
  double sums[2] = {0, 0};
  for (const double value : whole.column("cycles")->values) sums[0] += value;
  for (const double value : table.column("cycles")->values) sums[1] += value;
  EXPECT_NEAR(sums[1] / sums[0], 1, 1e-12);
  for (const Row& row : table.rows) EXPECT_LE(row.duration_s, 0.05 + 1e-12);
}

TEST(Otf2, RefusesTooManyIntervals) {
  if (!std::filesystem::exists(shared_traces)) GTEST_SKIP() << shared_traces << " is not there";
  for (const double interval : {1e-9, 1e-30}) {
    ReadOptions options;
    options.interval_s = interval;
    try {
      read_counters(shared_traces + "ping-pong-otf2-papi/traces.otf2", options);
      ADD_FAILURE() << interval;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("more than 1000000 intervals"));
    }
  }
}

TEST(Otf2, ReadsATraceWithoutMetrics) {
  if (!std::filesystem::exists(shared_traces)) GTEST_SKIP() << shared_traces << " is not there";
  const Table table = read_counters(shared_traces + "sst-macro-mpi10");
  EXPECT_EQ(table.threads.size(), 11U);
  EXPECT_TRUE(has_note(table, "holds no metrics"));
}

TEST(Otf2, ReadsEachKindOfMetric) {
  const ScratchFolder scratch;
  otf2::write_archive(scratch.file("archive"));
  const Table table = read_counters(scratch.file("archive"));
  EXPECT_EQ(seconds_in_region(table, "Rank 0", "main"), 2);
  EXPECT_EQ(value_at(table, "sums", "Rank 0", 0, "main"), 20 * 1024);
  EXPECT_DOUBLE_EQ(value_at(table, "differences", "Rank 0", 0, "main"), 0.0025);
  EXPECT_DOUBLE_EQ(value_at(table, "differences", "Rank 0", 0, "(outside of all regions)"), 0.002);
  EXPECT_EQ(table.column("differences")->unit, Unit::joules);
  EXPECT_EQ(table.column("level"), nullptr);
  EXPECT_TRUE(has_note(table, "level is a level, no count"));
}

TEST(Otf2, LeavesOutValuesThatAreNoNumbers) {
  const ScratchFolder scratch;
  otf2::write_archive(scratch.file("archive"), [](OTF2_EvtWriter* events) {
    const OTF2_Type types[] = {OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE, OTF2_TYPE_UINT64};
    OTF2_MetricValue values[3];
    values[0].signed_int = 15;
    values[1].floating_point = NAN;
    values[2].unsigned_int = 77;
    OTF2_EvtWriter_Metric(events, nullptr, 2000, 0, 3, types, values);
  });
  const Table table = read_counters(scratch.file("archive"));
  EXPECT_DOUBLE_EQ(value_at(table, "differences", "Rank 0", 0, "main"), 0.0025);
  EXPECT_TRUE(has_note(table, "differences was no number"));
  EXPECT_FALSE(has_note(table, "went down"));
}

// The recorder's own time is no region's.
TEST(Otf2, LeavesOutTheRecordersTime) {
  const ScratchFolder scratch;
  otf2::write_archive(scratch.file("flush"), [](OTF2_EvtWriter* events) {
    OTF2_EvtWriter_BufferFlush(events, nullptr, 2000, 2500);
  });
  const Table table = read_counters(scratch.file("flush"));
  EXPECT_EQ(seconds_in_region(table, "Rank 0", "main"), 1.5);
  EXPECT_EQ(value_at(table, "sums", "Rank 0", 0, "main"), 20 * 1024);
  EXPECT_TRUE(has_note(table, "the recorder wrote its buffer for 500 ms"));
}

TEST(Otf2, LeavesOutWhatWasNotRecorded) {
  const ScratchFolder scratch;
  otf2::write_archive(scratch.file("off"), [](OTF2_EvtWriter* events) {
    OTF2_EvtWriter_MeasurementOnOff(events, nullptr, 2000, OTF2_MEASUREMENT_OFF);
    OTF2_EvtWriter_MeasurementOnOff(events, nullptr, 2750, OTF2_MEASUREMENT_ON);
  });
  const Table table = read_counters(scratch.file("off"));
  EXPECT_EQ(seconds_in_region(table, "Rank 0", "main"), 1.25);
  EXPECT_TRUE(table.column("sums") == nullptr ||
              std::isnan(value_at(table, "sums", "Rank 0", 0, "main")));
  EXPECT_TRUE(has_note(table, "recording was off for 750 ms"));
}

TEST(Otf2, TellsOfRecordingThatEndsEarly) {
  const ScratchFolder scratch;
  otf2::write_archive(scratch.file("off"), [](OTF2_EvtWriter* events) {
    OTF2_EvtWriter_MeasurementOnOff(events, nullptr, 2000, OTF2_MEASUREMENT_OFF);
  });
  EXPECT_TRUE(has_note(read_counters(scratch.file("off")), "recording was off for "));
}

TEST(Otf2, RefusesWhatIsNone) {
  const auto fault = [](const std::string& path) -> std::string {
    try {
      read_counters(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(fault("/nowhere/traces.otf2"), HasSubstr("there is no such archive"));
  const ScratchFolder scratch;
  std::ofstream(scratch.file("traces.otf2")) << "junk";
  EXPECT_THAT(fault(scratch.file("traces.otf2")), HasSubstr("no anchor file of an OTF2 archive"));
}

}  // namespace
}  // namespace hpcast::counters
