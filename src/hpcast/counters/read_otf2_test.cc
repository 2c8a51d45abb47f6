#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <otf2/otf2.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/counters/otf2_profile.h"
#include "hpcast/counters/samples_for_tests.h"
#include "hpcast/counters/summary.h"

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
  RegionProfile profile(100, 0);
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
  RegionProfile profile(0, 100);
  profile.metric(0, 50, count_of_metric(0));
  profile.enter(0, 50, 1);
  profile.metric(0, 250, count_of_metric(400));
  profile.leave(0, 250);
  EXPECT_EQ(profile.sums().at({0, 0, 1}).ticks, 50);
  EXPECT_EQ(profile.sums().at({1, 0, 1}).ticks, 100);
  EXPECT_EQ(profile.sums().at({1, 0, 1}).metrics.at(0), 200);
  EXPECT_EQ(profile.sums().at({2, 0, 1}).metrics.at(0), 100);
}

TEST(RegionProfile, KnowsKindsOfMetrics) {
  RegionProfile profile(0, 0);
  EXPECT_TRUE(profile.metric(0, 1, count_of_metric(5, MetricKind::relative)));
  EXPECT_TRUE(profile.metric(0, 2, count_of_metric(6, MetricKind::relative)));
  EXPECT_EQ(profile.sums().at({0, 0, RegionProfile::outside}).metrics.at(0), 11);
  RegionProfile falling(0, 0);
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

OTF2_FlushType always_flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}

// One process with a metric of each kind, in a region called main from second 1 to second 3.
void write_archive(const std::string& folder) {
  OTF2_Archive* const archive =
      OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                        OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_FlushCallbacks flush{};
  flush.otf2_pre_flush = always_flush;
  OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_OpenEvtFiles(archive);
  OTF2_EvtWriter* const events = OTF2_Archive_GetEvtWriter(archive, 0);
  const OTF2_Type types[] = {OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE, OTF2_TYPE_UINT64};
  const auto count = [&](std::uint64_t time, std::int64_t sum, double difference) {
    OTF2_MetricValue values[3];
    values[0].signed_int = sum;
    values[1].floating_point = difference;
    values[2].unsigned_int = 77;
    OTF2_EvtWriter_Metric(events, nullptr, time, 0, 3, types, values);
  };
  count(1000, 5, 2);
  OTF2_EvtWriter_Enter(events, nullptr, 1000, 0);
  count(3000, 25, 2.5);
  OTF2_EvtWriter_Leave(events, nullptr, 3000, 0);
  OTF2_Archive_CloseEvtWriter(archive, events);
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_Archive_OpenDefFiles(archive);
  OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, 0));
  OTF2_Archive_CloseDefFiles(archive);
  OTF2_GlobalDefWriter* const all = OTF2_Archive_GetGlobalDefWriter(archive);
  OTF2_GlobalDefWriter_WriteClockProperties(all, 1000, 0, 4000, OTF2_UNDEFINED_TIMESTAMP);
  const char* const strings[] = {"", "main", "Rank 0", "sums", "differences", "level", "J"};
  for (OTF2_StringRef i = 0; i < 7; ++i) OTF2_GlobalDefWriter_WriteString(all, i, strings[i]);
  OTF2_GlobalDefWriter_WriteRegion(all, 0, 1, 1, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER,
                                   OTF2_REGION_FLAG_NONE, 0, 0, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(all, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  OTF2_GlobalDefWriter_WriteLocationGroup(all, 0, 2, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                          OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocation(all, 0, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 4, 0);
  const OTF2_MetricMode modes[] = {OTF2_METRIC_ACCUMULATED_START, OTF2_METRIC_RELATIVE_LAST,
                                   OTF2_METRIC_ABSOLUTE_POINT};
  const OTF2_MetricMemberRef members[] = {0, 1, 2};
  for (OTF2_MetricMemberRef i = 0; i < 3; ++i)
    OTF2_GlobalDefWriter_WriteMetricMember(all, i, 3 + i, 0, OTF2_METRIC_TYPE_OTHER, modes[i],
                                           types[i], i == 0 ? OTF2_BASE_BINARY : OTF2_BASE_DECIMAL,
                                           i == 0 ? 10 : -3, i == 1 ? 6 : 0);
  OTF2_GlobalDefWriter_WriteMetricClass(all, 0, 3, members, OTF2_METRIC_SYNCHRONOUS,
                                        OTF2_RECORDER_KIND_CPU);
  OTF2_Archive_Close(archive);
}

TEST(Otf2, ReadsEachKindOfMetric) {
  std::string folder = (std::filesystem::temp_directory_path() / "hpcast-otf2-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  write_archive(folder + "/archive");
  const Table table = read_counters(folder + "/archive");
  std::filesystem::remove_all(folder);
  EXPECT_EQ(seconds_in_region(table, "Rank 0", "main"), 2);
  EXPECT_EQ(value_at(table, "sums", "Rank 0", 0, "main"), 20 * 1024);
  EXPECT_DOUBLE_EQ(value_at(table, "differences", "Rank 0", 0, "main"), 0.0025);
  EXPECT_DOUBLE_EQ(value_at(table, "differences", "Rank 0", 0, "(outside of all regions)"), 0.002);
  EXPECT_EQ(table.column("differences")->unit, Unit::joules);
  EXPECT_EQ(table.column("level"), nullptr);
  EXPECT_TRUE(has_note(table, "level is a level, no count"));
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
  std::string folder = (std::filesystem::temp_directory_path() / "hpcast-otf2-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/traces.otf2") << "junk";
  EXPECT_THAT(fault(folder + "/traces.otf2"), HasSubstr("no anchor file of an OTF2 archive"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace hpcast::counters
