#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/countertrace/read.h"
#include "hpcast/countertrace/write.h"

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

TEST(CounterTrace, IsCsv) {
  Trace trace = small_trace();
  trace.threads.pop_back();
  EXPECT_EQ(to_csv(trace),
            "thread,time_s,event,region,PAPI_L1_DCM,PAPI_LD_INS\n"
            "one,0.01,metrics,,0,0\none,0.01,enter,main,,\n"
            "one,0.02,metrics,,3,100\none,0.02,enter,!$omp for @a.c:3,,\n"
            "one,0.035,metrics,,13,300\none,0.035,leave,!$omp for @a.c:3,,\n"
            "one,0.036,metrics,,13,301\none,0.036,leave,main,,\n");
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

// Against otf2-print of the archive.
TEST(CounterTrace, ReadsScorePs) {
  const std::string folder = HPCAST_SOURCE_DIR "/../shared/data/otf2/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  const Trace trace = read_trace(folder + "ping-pong-otf2-papi");
  ASSERT_EQ(trace.threads.size(), 2U);
  ASSERT_EQ(trace.metrics.size(), 3U);
  EXPECT_EQ(trace.metrics[1].name, "PAPI_L2_TCM");
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
