#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/countertrace/read.h"
#include "hpcast/inputs/countertrace/write.h"
#include "hpcast/inputs/otf2/archive_for_tests.h"

// OTF2 2.3 and 3.0 do not free all of an archive that they refuse.
extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:libopen-trace-format2";
}

namespace hpcast::countertrace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Event::Kind;

Trace small_trace() {
  Trace trace;
  trace.ticks_a_second = 1000;
  trace.regions = {"main", "!$omp for @a.c:3"};
  trace.metrics = {{"PAPI_L1_DCM", "#"}, {"PAPI_LD_INS", "#"}};
  for (const double start : {0.0, 5.0}) {
    Thread thread;
    thread.name = start == 0 ? "one" : "two";
    thread.events = {{10, 0, Kind::metrics}, {10, 0, Kind::enter},   {20, 0, Kind::metrics},
                     {20, 1, Kind::enter},   {35, 0, Kind::metrics}, {35, 1, Kind::leave},
                     {36, 0, Kind::metrics}, {36, 0, Kind::leave}};
    thread.values = {0, 0, 3 + start, 100, 13 + start, 300, 13 + start, 301};
    trace.threads.push_back(thread);
  }
  return trace;
}

std::vector<int> kinds_of(const Thread& thread) {
  std::vector<int> kinds;
  for (const Event& event : thread.events) kinds.push_back(static_cast<int>(event.kind));
  return kinds;
}

TEST(CounterTrace, ComesBackFromAnArchive) {
  const ScratchFolder scratch;
  const Trace trace = small_trace();
  write_trace(scratch.file("T"), trace);
  const Trace read = read_trace(scratch.file("T"));
  EXPECT_EQ(read.ticks_a_second, trace.ticks_a_second);
  EXPECT_TRUE(read.is_simulated);
  EXPECT_EQ(read.regions, trace.regions);
  EXPECT_EQ(read.metrics, trace.metrics);
  ASSERT_EQ(read.threads.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Thread &one = trace.threads[i], &other = read.threads[i];
    EXPECT_THAT(other.name, HasSubstr(one.name));
    EXPECT_EQ(kinds_of(other), kinds_of(one));
    for (std::size_t e = 0; e < one.events.size(); ++e) {
      EXPECT_EQ(other.events[e].tick, one.events[e].tick);
      EXPECT_EQ(other.events[e].region, one.events[e].region);
    }
    EXPECT_EQ(other.values, one.values);
  }
}

TEST(CounterTrace, WhatWasNotRecordedIsTold) {
  const ScratchFolder scratch;
  otf2::write_archive(scratch.file("A"), [](OTF2_EvtWriter* events) {
    OTF2_EvtWriter_BufferFlush(events, nullptr, 2000, 2500);
    OTF2_EvtWriter_MeasurementOnOff(events, nullptr, 2600, OTF2_MEASUREMENT_OFF);
    OTF2_EvtWriter_MeasurementOnOff(events, nullptr, 2800, OTF2_MEASUREMENT_ON);
  });
  const Trace trace = read_trace(scratch.file("A"));
  EXPECT_EQ(trace.threads[0].events.back().tick, 2500U);  // 3000 by the archive
  EXPECT_THAT(trace.notes, testing::IsSupersetOf({HasSubstr("wrote its buffer for 500 ms"),
                                                  HasSubstr("recording was off for 200 ms")}));
}

TEST(CounterTrace, IsCsv) {
  Trace trace = small_trace();
  trace.threads.pop_back();
  EXPECT_EQ(to_csv(trace),
            "thread,time_s,event,region,PAPI_L1_DCM,PAPI_LD_INS\n"
            "one,0.01,metrics,,0,0\none,0.01,enter,main,,\n"
            "one,0.02,metrics,,3,100\none,0.02,enter,!$omp for @a.c:3,,\n"
            "one,0.035,metrics,,13,300\none,0.035,leave,!$omp for @a.c:3,,\n"
            "one,0.036,metrics,,13,301\none,0.036,leave,main,,\n");
  trace.ticks_a_second = 1'000'000'000;
  trace.threads[0].events = {{1234567890123456, 0, Kind::enter}};
  EXPECT_THAT(to_csv(trace), HasSubstr("one,1234567.890123456,enter,main"));  // to the tick
}

TEST(CounterTrace, FaultsAreTold) {
  const ScratchFolder scratch;
  const auto complaint_of = [&](const Trace& trace) -> std::string {
    try {
      write_trace(scratch.file("T"), trace);
      read_trace(scratch.file("T"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  Trace trace = small_trace();
  EXPECT_EQ(complaint_of(trace), "none");
  trace.threads[0].events[5].region = 0;
  EXPECT_THAT(complaint_of(trace),
              HasSubstr("leaves 'main', but is in '!$omp for @a.c:3' at tick 35"));
  trace = small_trace();
  trace.threads[1].values[6] = 1;
  EXPECT_THAT(complaint_of(trace), HasSubstr("counts PAPI_L1_DCM down at tick 36"));
  trace = small_trace();
  trace.threads[1].events.erase(trace.threads[1].events.begin() + 1);
  EXPECT_THAT(complaint_of(trace), HasSubstr("leaves 'main', and is in no region at tick 36"));
  EXPECT_THROW(read_trace(scratch.file("none")), InputError);
}

std::string complaint_about(const std::string& archive) {
  try {
    read_trace(archive);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// Wherever the file of events ends, it is told.
TEST(CounterTrace, CutOffEventsAreTold) {
  const ScratchFolder scratch;
  write_trace(scratch.file("T"), small_trace());
  const std::string events = scratch.file("T") + "/traces/1.evt";
  const std::string whole = read_file(events);
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    write_file_atomically(events, whole.substr(0, bytes));
    const std::string complaint = complaint_about(scratch.file("T"));
    // The last byte says no more than that this is the end.
    EXPECT_TRUE(complaint != "none" || bytes + 1 == whole.size()) << bytes << ": " << complaint;
  }
  write_file_atomically(events, whole);
  EXPECT_EQ(complaint_about(scratch.file("T")), "none");
}

// Whatever is in the files, there is a trace or an InputError.
TEST(CounterTrace, AnyByteMayBeChanged) {
  const ScratchFolder scratch;
  write_trace(scratch.file("T"), small_trace());
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const std::string name = std::vector<std::string>{"traces.def", "traces.otf2", "traces/0.evt",
                                                      "traces/1.evt", "traces/1.def"}[random() % 5];
    const std::string path = scratch.file("T") + "/" + name;
    const std::string whole = read_file(path);
    std::string changed = whole;
    changed[random() % changed.size()] = static_cast<char>(random() % 256);
    write_file_atomically(path, changed);
    SCOPED_TRACE(name);
    complaint_about(scratch.file("T"));
    write_file_atomically(path, whole);
  }
  EXPECT_EQ(complaint_about(scratch.file("T")), "none");
}

// libotf2 writes no such times, so that the bytes of one are changed.
TEST(CounterTrace, ClocksThatGoBackAreTold) {
  const ScratchFolder scratch;
  Trace trace = small_trace();
  constexpr std::uint64_t late = 0x7766554433221100;
  for (std::size_t e = 4; e < trace.threads[0].events.size(); ++e)
    trace.threads[0].events[e].tick = late;
  write_trace(scratch.file("T"), trace);
  const std::string events = scratch.file("T") + "/traces/0.evt";
  std::string bytes = read_file(events);
  const std::size_t at = bytes.find(std::string("\x00\x11\x22\x33\x44\x55\x66\x77", 8));
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 8, std::string("\x05\0\0\0\0\0\0\0", 8));
  write_file_atomically(events, bytes);
  EXPECT_THAT(complaint_about(scratch.file("T")), HasSubstr("goes back in time at tick 5"));
}

TEST(CounterTrace, ArchivesOfPartialRunsBearAMark) {
  const ScratchFolder scratch;
  Trace trace = small_trace();
  write_trace(scratch.file("whole"), trace);
  EXPECT_EQ(read_trace(scratch.file("whole")).partial, "");
  trace.partial = "the program was interrupted";
  write_trace(scratch.file("T"), trace);
  EXPECT_EQ(read_trace(scratch.file("T")).partial, trace.partial);
}

TEST(CounterTrace, ArchivesTellHowLargeCachesAre) {
  const ScratchFolder scratch;
  Trace trace = small_trace();
  write_trace(scratch.file("unknown"), trace);
  EXPECT_THAT(read_trace(scratch.file("unknown")).cache_lines, testing::IsEmpty());
  trace.cache_lines = {512, 4096};
  write_trace(scratch.file("T"), trace);
  EXPECT_EQ(read_trace(scratch.file("T")).cache_lines, trace.cache_lines);
}

struct OwnMetric {
  OTF2_MetricMode mode = OTF2_METRIC_ACCUMULATED_START;
  OTF2_Type type = OTF2_TYPE_UINT64;
  std::int64_t exponent = 0;
};

// One thread that counts metrics a, b and so on, each in a class of its own, with these values at
// tick 1, 2 and so on.
void write_metrics(const std::string& folder, const std::vector<OwnMetric>& metrics,
                   const std::vector<std::vector<double>>& values) {
  otf2::ArchiveWriter archive(folder, "somebody");
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    for (std::uint32_t m = 0; m < metrics.size(); ++m) {
      OTF2_MetricValue value;
      if (metrics[m].type == OTF2_TYPE_DOUBLE)
        value.floating_point = values[i][m];
      else
        value.signed_int = static_cast<std::int64_t>(values[i][m]);
      archive.must(
          OTF2_EvtWriter_Metric(archive.events(0), nullptr, i + 1, m, 1, &metrics[m].type, &value));
    }
    archive.must(i + 1 < values.size()
                     ? OTF2_EvtWriter_Enter(archive.events(0), nullptr, i + 1, 0)
                     : OTF2_EvtWriter_Leave(archive.events(0), nullptr, i + 1, 0));
  }
  OTF2_GlobalDefWriter* const to = archive.definitions();
  const std::uint32_t empty = archive.text("");
  archive.must(OTF2_GlobalDefWriter_WriteClockProperties(to, 1000, 0, values.size() + 1,
                                                         OTF2_UNDEFINED_TIMESTAMP));
  archive.must(OTF2_GlobalDefWriter_WriteRegion(to, 0, archive.text("main"), empty, empty,
                                                OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER,
                                                OTF2_REGION_FLAG_NONE, empty, 0, 0));
  archive.must(OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, empty, empty,
                                                        OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  archive.must(OTF2_GlobalDefWriter_WriteLocationGroup(
      to, 0, empty, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
  archive.must(OTF2_GlobalDefWriter_WriteLocation(
      to, 0, archive.text("t"), OTF2_LOCATION_TYPE_CPU_THREAD, archive.event_counts().at(0), 0));
  for (std::uint32_t m = 0; m < metrics.size(); ++m) {
    const std::string name(1, static_cast<char>('a' + m));
    archive.must(OTF2_GlobalDefWriter_WriteMetricMember(
        to, m, archive.text(name), empty, OTF2_METRIC_TYPE_OTHER, metrics[m].mode, metrics[m].type,
        OTF2_BASE_DECIMAL, metrics[m].exponent, empty));
    archive.must(OTF2_GlobalDefWriter_WriteMetricClass(to, m, 1, &m, OTF2_METRIC_SYNCHRONOUS,
                                                       OTF2_RECORDER_KIND_CPU));
  }
  archive.commit();
}

TEST(CounterTrace, MetricsOfSeveralClassesAreOneEvent) {
  const ScratchFolder scratch;
  const OwnMetric accumulated, relative{OTF2_METRIC_RELATIVE_LAST};
  const OwnMetric real{OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_DOUBLE, 3};
  write_metrics(scratch.file("T"), {accumulated, relative, real}, {{10, 5, 0.5}, {12, 6, 2.5}});
  const Trace trace = read_trace(scratch.file("T"));
  EXPECT_FALSE(trace.is_simulated);
  ASSERT_EQ(trace.threads.size(), 1U);
  EXPECT_THAT(kinds_of(trace.threads[0]), ElementsAre(2, 0, 2, 1));
  EXPECT_THAT(trace.values(trace.threads[0], 0), ElementsAre(0, 5, 0));
  EXPECT_THAT(trace.values(trace.threads[0], 1), ElementsAre(2, 11, 2000));
}

TEST(CounterTrace, LevelsAreLeftOutAndBadCountsAreTold) {
  const ScratchFolder scratch;
  const std::string folder = scratch.file("T");
  write_metrics(folder, {{}, {OTF2_METRIC_ABSOLUTE_POINT}}, {{1, 300}, {2, 200}});
  const Trace trace = read_trace(folder);
  EXPECT_EQ(trace.metrics.size(), 1U);
  EXPECT_THAT(trace.notes, ElementsAre(HasSubstr("b is a level")));
  write_metrics(folder, {{OTF2_METRIC_RELATIVE_LAST, OTF2_TYPE_INT64}}, {{5}, {-1}});
  EXPECT_THAT(complaint_about(folder), HasSubstr("counts a down at tick 2"));
  write_metrics(folder, {{OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_DOUBLE}}, {{5}, {NAN}});
  EXPECT_THAT(complaint_about(folder), HasSubstr("counts what is no number at tick 2"));
  write_metrics(folder, {{OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64, 999}}, {{5}, {6}});
  EXPECT_THAT(complaint_about(folder), HasSubstr("counts what is no number at tick 1"));
}

TEST(CounterTrace, AnEventHoldsSoManyMetrics) {
  const ScratchFolder scratch;
  Trace trace = small_trace();
  trace.metrics.resize(256, {"many", "#"});
  EXPECT_THAT(
      [&] { write_trace(scratch.file("T"), trace); },
      testing::Throws<InputError>(testing::Property(&InputError::what, HasSubstr("255 at most"))));
}

// Against otf2-print of the archive.
TEST(CounterTrace, ReadsScorePs) {
  const std::string folder = source_tree() + "/../shared/data/otf2/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  const Trace trace = read_trace(folder + "ping-pong-otf2-papi");
  ASSERT_EQ(trace.threads.size(), 2U);
  ASSERT_EQ(trace.metrics.size(), 3U);
  EXPECT_EQ(trace.metrics[1].name, "PAPI_L2_TCM");
  EXPECT_FALSE(trace.is_simulated);
  const Thread& first = trace.threads[0];
  ASSERT_GT(first.events.size(), 6U);
  EXPECT_EQ(first.events[0].kind, Kind::metrics);
  EXPECT_EQ(first.events[1].kind, Kind::enter);
  EXPECT_EQ(trace.regions[first.events[1].region], "int main(int, char**)");
  EXPECT_EQ(trace.regions[first.events[3].region], "MPI_Init");
  EXPECT_EQ(first.events[3].tick, 7396895680197675U);
  EXPECT_THAT(trace.values(first, 1), ElementsAre(122765 - 98850, 2580 - 2191, 539 - 421));
}

}  // namespace
}  // namespace hpcast::countertrace
