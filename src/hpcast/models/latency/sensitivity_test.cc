#include "hpcast/models/latency/sensitivity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/counters/simulated_latency.h"

namespace hpcast::latency {
namespace {

using answers::LatencyAnswer;
using answers::LatencyMethod;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::vector<std::pair<std::string, double>>;

// Rows of one duration each; `thread` "" for all together.
void add_row(counters::Table& table, double start, double duration, const std::string& thread,
             const Values& values, const std::string& region = "") {
  const std::size_t row =
      table.add_row({start, duration, table.thread_index(thread), table.region_index(region)});
  for (const auto& [name, value] : values)
    table.column_to_fill(name, counters::Unit::events).values[row] = value;
}

counters::Table table_of(double duration, const Values& values) {
  counters::Table table;
  add_row(table, 0, duration, "", values);
  return table;
}

Request from_175ns(std::vector<double> to = {300e-9, 1000e-9}) {
  Request request;
  request.from_s = 175e-9;
  request.to_s = std::move(to);
  return request;
}

std::vector<double> slowdown(const LatencyAnswer& r, LatencyMethod method) {
  const auto* const forecast = r.forecast(method);
  return forecast == nullptr ? std::vector<double>() : forecast->slowdown;
}

std::string error_of(const counters::Table& table, const Request& request) {
  try {
    sensitivity(table, request);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// The paper's base method: slowdown - 1 = misses x (L - L0) / T0.
TEST(Sensitivity, MissesWaitInFull) {
  const LatencyAnswer r = sensitivity(table_of(2, {{"llc_misses", 4e6}}), from_175ns());
  EXPECT_THAT(slowdown(r, LatencyMethod::misses),
              ElementsAre(DoubleNear(1 + 4e6 * 125e-9 / 2, 1e-12),
                          DoubleNear(1 + 4e6 * 825e-9 / 2, 1e-12)));
  EXPECT_EQ(r.method, LatencyMethod::misses);
  // Nothing tells how they overlap, so all may be hidden.
  EXPECT_THAT(r.lower, ElementsAre(1, 1));
  EXPECT_EQ(r.upper, slowdown(r, LatencyMethod::misses));
  EXPECT_EQ(r.missing.size(), static_cast<std::size_t>(answers::latency_method_count) - 1);
}

TEST(Sensitivity, ReadsArePreferredWhereTheyAreToldApart) {
  const LatencyAnswer r =
      sensitivity(table_of(1, {{"llc_misses", 4e6}, {"llc_read_misses", 1e6}}), from_175ns());
  EXPECT_THAT(slowdown(r, LatencyMethod::misses)[0], DoubleNear(1.125, 1e-12));
}

// On Knights Landing: DIMM accesses, misses of the memory-side cache, and these divided by the
// reads outstanding, in both readings.
TEST(Sensitivity, MethodsOfThePaper) {
  const counters::Table table = table_of(1, {{"dram_reads", 3e6},
                                             {"dram_writes", 1e6},
                                             {"memory_side_misses", 2e6},
                                             {"memory_side_hits", 6e6},
                                             {"outstanding_read_cycles", 2.6e9},
                                             {"cycles", 1.3e9}});
  const LatencyAnswer r = sensitivity(table, from_175ns({300e-9}));
  const double longer = 125e-9;
  EXPECT_NEAR(slowdown(r, LatencyMethod::dimm)[0], 1 + 4e6 * longer, 1e-12);
  EXPECT_NEAR(slowdown(r, LatencyMethod::dimm_reads)[0], 1 + 3e6 * longer, 1e-12);
  EXPECT_NEAR(slowdown(r, LatencyMethod::memory_side)[0], 1 + 2e6 * longer, 1e-12);
  EXPECT_NEAR(slowdown(r, LatencyMethod::overlap_max)[0], 1 + 2e6 * longer / 2, 1e-12);
  EXPECT_NEAR(slowdown(r, LatencyMethod::overlap_add)[0], 1 + 2e6 * longer / 3, 1e-12);
  EXPECT_EQ(r.method, LatencyMethod::overlap_max);
  // Without the cache, what hit it goes to memory as well.
  ASSERT_EQ(r.without_memory_side.size(), 1U);
  EXPECT_NEAR(r.without_memory_side[0], 1 + 8e6 * longer / 2, 1e-12);
  EXPECT_NEAR(r.lower[0], 1 + 2e6 * longer / 3, 1e-12);
  EXPECT_NEAR(r.upper[0], 1 + 4e6 * longer, 1e-12);
}

// Less than one read outstanding on average is no reason for more stall than the misses make. And
// 1.15 beside the one that waits are 2.15 in the other reading (section 4 of the paper).
TEST(Sensitivity, FewOutstandingReadsDoNotInflate) {
  const auto with = [](double outstanding) {
    return sensitivity(
        table_of(1, {{"llc_misses", 1e6}, {"outstanding_read_cycles", outstanding}, {"cycles", 1}}),
        from_175ns({300e-9}));
  };
  EXPECT_NEAR(slowdown(with(0.4), LatencyMethod::overlap_max)[0], 1.125, 1e-12);
  EXPECT_NEAR(slowdown(with(1.15), LatencyMethod::overlap_add)[0], 1 + 0.125 / 2.15, 1e-12);
  EXPECT_NEAR(slowdown(with(0), LatencyMethod::overlap_max)[0], 1.125, 1e-12);
}

// 2e7 misses of 175 ns are 3.5 s of a run of 1 s: they overlap, and nothing tells how far.
TEST(Sensitivity, NoRunGrowsByMoreThanItsLatency) {
  const LatencyAnswer r =
      sensitivity(table_of(1, {{"llc_misses", 2e7}}), from_175ns({350e-9, 1750e-9}));
  EXPECT_NEAR(slowdown(r, LatencyMethod::misses)[1], 1 + 2e7 * 1575e-9, 1e-9);  // the formula's
  EXPECT_THAT(r.upper, ElementsAre(DoubleNear(2, 1e-12), DoubleNear(10, 1e-12)));
  EXPECT_THAT(r.verdict, HasSubstr("2.00 times the run time at 350 ns instead of 175 ns (1.00 to "
                                   "2.00), 10.0 times at 1.75 µs (1.00 to 10.0)"));
  EXPECT_THAT(r.assumptions, testing::Contains(HasSubstr("counted as if each waited alone")));
}

TEST(Sensitivity, StallsGrowAsTheLatency) {
  const LatencyAnswer r =
      sensitivity(table_of(2, {{"memory_stall_cycles", 1e9}, {"cycles", 4e9}, {"llc_misses", 1}}),
                  from_175ns({350e-9}));
  EXPECT_NEAR(slowdown(r, LatencyMethod::stalls)[0], 1.25, 1e-12);
  EXPECT_EQ(r.method, LatencyMethod::stalls);
}

TEST(Sensitivity, OverlapCountsOnlyWhileSomethingIsRead) {
  const LatencyAnswer r = sensitivity(table_of(1, {{"llc_misses", 1e6},
                                                   {"outstanding_read_time", 0.4},
                                                   {"time_with_outstanding_read", 0.1},
                                                   {"cpu_time", 1}}),
                                      from_175ns({300e-9}));
  EXPECT_NEAR(slowdown(r, LatencyMethod::overlap)[0], 1 + 0.125 / 4, 1e-12);
  EXPECT_NEAR(slowdown(r, LatencyMethod::overlap_max)[0], 1.125, 1e-12);
  EXPECT_EQ(r.method, LatencyMethod::overlap);
}

TEST(Sensitivity, ASimulatedRunHasItsTimeAtEachLatency) {
  Values values{{"llc_misses", 1e6}, {"cpu_time", 2}};
  values.emplace_back(counters::at_latency("cpu_time", 300e-9), 2.5);
  values.emplace_back(counters::at_latency("cpu_time", 1000e-9), 6);
  const LatencyAnswer r = sensitivity(table_of(2, values), from_175ns());
  EXPECT_THAT(slowdown(r, LatencyMethod::window),
              ElementsAre(DoubleNear(1.25, 1e-12), DoubleNear(3, 1e-12)));
  EXPECT_EQ(r.method, LatencyMethod::window);
  // Not at another latency than those.
  EXPECT_EQ(sensitivity(table_of(2, values), from_175ns({500e-9})).method, LatencyMethod::misses);
}

// Misses of several threads cost time of several threads.
TEST(Sensitivity, MissesAndTimeArePerThread) {
  counters::Table table;
  add_row(table, 0, 1, "CPU0", {{"llc_misses", 4e6}, {"cpu_time", 1}});
  add_row(table, 0, 1, "CPU1", {{"llc_misses", 0}, {"cpu_time", 1}});
  add_row(table, 0, 1, "CPU2", {{"llc_misses", 0}, {"cpu_time", 0}});  // idle
  const LatencyAnswer r = sensitivity(table, from_175ns({300e-9}));
  EXPECT_NEAR(slowdown(r, LatencyMethod::misses)[0], 1.25, 1e-12);
  EXPECT_THAT(r.forecasts[0].worst_thread, ElementsAre(DoubleNear(1.5, 1e-12)));
  EXPECT_NEAR(r.time_s, 1, 1e-12);
  EXPECT_NEAR(r.busy_s, 2, 1e-12);
}

// A memory controller belongs to no thread: its counts are held against the time of all.
TEST(Sensitivity, UncoreCountsBelongToAllThreads) {
  counters::Table table;
  add_row(table, 0, 1, "CPU0", {{"cpu_time", 1}, {"cycles", 1e9}});
  add_row(table, 0, 1, "CPU1", {{"cpu_time", 1}, {"cycles", 1e9}});
  add_row(table, 0, 1, "S0", {{"dram_reads", 2e6}});
  add_row(table, 0, 1, "S1", {{"dram_reads", 2e6}});
  const LatencyAnswer r = sensitivity(table, from_175ns({300e-9}));
  EXPECT_NEAR(slowdown(r, LatencyMethod::dimm_reads)[0], 1 + 4e6 * 125e-9 / 2, 1e-12);
  EXPECT_THAT(r.forecasts[0].worst_thread, IsEmpty());
}

// LIKWID and perf -A tell them in the row of one processor of the socket.
TEST(Sensitivity, UncoreCountsInAProcessorsRowBelongToAllThreads) {
  for (const bool zeros : {false, true}) {
    counters::Table table;
    add_row(table, 0, 1, "CPU0", {{"cycles", 1e9}, {"dram_reads", 4e6}});
    add_row(table, 0, 1, "CPU1", {{"cycles", 1e9}});
    if (zeros) add_row(table, 0, 1, "CPU2", {{"cycles", 1e9}, {"dram_reads", 0}});
    const LatencyAnswer r = sensitivity(table, from_175ns({300e-9}));
    EXPECT_NEAR(slowdown(r, LatencyMethod::dimm_reads)[0], 1 + 4e6 * 125e-9 / (zeros ? 3 : 2),
                1e-12);
    EXPECT_THAT(r.forecasts[0].worst_thread, IsEmpty());
  }
}

TEST(Sensitivity, ThreadsMayTellOfMissesAlone) {
  counters::Table table;
  add_row(table, 0, 1, "CPU0", {{"llc_misses", 4e6}});
  add_row(table, 0, 1, "CPU1", {{"llc_misses", 0}});
  const LatencyAnswer r = sensitivity(table, from_175ns({300e-9}));
  EXPECT_NEAR(slowdown(r, LatencyMethod::misses)[0], 1.25, 1e-12);
  EXPECT_NEAR(r.busy_s, 2, 1e-12);
}

TEST(Sensitivity, IdleProcessorsInTheTimeAreTold) {
  const auto told = [](double cycles) {
    const LatencyAnswer r = sensitivity(
        table_of(1, {{"llc_misses", 1e6}, {"cpu_time", 16}, {"cycles", cycles}}), from_175ns());
    return std::any_of(r.assumptions.begin(), r.assumptions.end(), [](const std::string& line) {
      return line.find("idle processors") != std::string::npos;
    });
  };
  EXPECT_TRUE(told(2.5e9));
  EXPECT_FALSE(told(40e9));
}

TEST(Sensitivity, ThreadsCanBeTold) {
  Request request = from_175ns({300e-9});
  request.selection.threads = 8;
  const LatencyAnswer r = sensitivity(table_of(1, {{"llc_misses", 8e6}}), request);
  EXPECT_NEAR(slowdown(r, LatencyMethod::misses)[0], 1.125, 1e-12);
  // Whatever else the table says.
  counters::Table table;
  add_row(table, 0, 1, "CPU0", {{"llc_misses", 8e6}, {"cpu_time", 1}});
  EXPECT_NEAR(slowdown(sensitivity(table, request), LatencyMethod::misses)[0], 1.125, 1e-12);
}

// Where reads overlap in one phase and not in the other, the correction is each phase's own.
TEST(Sensitivity, TellsWhereASimulationHadAnotherLatency) {
  counters::Table table = table_of(1, {{"llc_read_misses", 1e6}});
  EXPECT_EQ(other_latency(table, 175e-9), "");
  table.notes = {counters::simulated_latency_note(100e-9)};
  EXPECT_EQ(other_latency(table, 100e-9), "");
  EXPECT_THAT(other_latency(table, 175e-9),
              HasSubstr("answered in 100 ns, and --from says 175 ns"));
}

TEST(Sensitivity, IntervalsAreCorrectedOneByOne) {
  counters::Table table;
  const auto row = [&](double start, double misses, double outstanding) {
    add_row(table, start, 1, "",
            {{"llc_misses", misses}, {"outstanding_read_cycles", outstanding}, {"cycles", 1}});
  };
  row(0, 4e6, 4);
  row(1, 1e6, 1);
  const LatencyAnswer r = sensitivity(table, from_175ns({300e-9}));
  EXPECT_NEAR(slowdown(r, LatencyMethod::overlap_max)[0], 1 + (0.125 + 0.125) / 2, 1e-12);
  ASSERT_EQ(r.intervals.size(), 2U);
  EXPECT_THAT(r.intervals[0].slowdown, ElementsAre(DoubleNear(1.125, 1e-12)));
  EXPECT_NEAR(*r.intervals[0].outstanding, 4, 1e-12);
  EXPECT_NEAR(r.intervals[1].misses_per_s, 1e6, 1e-6);
}

// A recorder that writes its buffer leaves out intervals; an interval that was not counted is
// there.
TEST(Sensitivity, TheRunIsWithoutIntervalsOfNothing) {
  counters::Table table;
  for (const double start : {0.0, 1.0, 7.0, 8.0})
    add_row(table, start, 1, "", {{"llc_misses", 1e6}});
  const auto told = [&] { return sensitivity(table, from_175ns({300e-9})).assumptions; };
  EXPECT_THAT(told(), testing::Not(testing::Contains(HasSubstr("not of the run's"))));
  add_row(table, 9, 1, "", {});
  EXPECT_THAT(told(), testing::Contains(HasSubstr("are of the 4 s in which all that the method "
                                                  "needs was counted, not of the run's 5 s")));
}

TEST(Sensitivity, RegionsAddUpUnlessTheWholeIsThere) {
  counters::Table table;
  add_row(table, 0, 1, "", {{"llc_misses", 1e6}}, "init");
  add_row(table, 1, 1, "", {{"llc_misses", 3e6}}, "solve");
  Request request = from_175ns({300e-9});
  EXPECT_NEAR(slowdown(sensitivity(table, request), LatencyMethod::misses)[0], 1.25, 1e-12);
  request.selection.region = "solve";
  EXPECT_NEAR(slowdown(sensitivity(table, request), LatencyMethod::misses)[0], 1.375, 1e-12);
  add_row(table, 0, 2, "", {{"llc_misses", 4e6}});
  request.selection.region = "";
  EXPECT_NEAR(slowdown(sensitivity(table, request), LatencyMethod::misses)[0], 1.25, 1e-12);
}

TEST(Sensitivity, RefusesWhatMakesNoSense) {
  const counters::Table table = table_of(1, {{"llc_misses", 1e6}});
  EXPECT_THAT(error_of(table, from_175ns({100e-9})), HasSubstr("100 ns is shorter than"));
  EXPECT_THAT(error_of(table, from_175ns({300})), HasSubstr("at most 1 s"));
  Request request = from_175ns();
  request.from_s = 0;
  EXPECT_THAT(error_of(table, request), HasSubstr("--from"));
  request = from_175ns();
  request.selection.region = "solve";
  EXPECT_THAT(error_of(table, request), HasSubstr("no such region"));
  request = from_175ns();
  request.method = LatencyMethod::dimm;
  EXPECT_THAT(error_of(table, request), HasSubstr("lacks dram_reads and dram_writes"));
  EXPECT_THAT(error_of(table_of(0, {{"llc_misses", 1e6}}), from_175ns()), HasSubstr("how long"));
  EXPECT_THAT(error_of(table_of(1, {{"llc_misses", -1}}), from_175ns()), HasSubstr("negative"));
  EXPECT_THAT(error_of(table_of(1, {{"branches", 1}}), from_175ns()),
              HasSubstr("no counters that any method can use"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(error_of(table_of(1, {{"llc_misses", nan}}), from_175ns()),
              HasSubstr("no counters that any method can use"));
}

}  // namespace
}  // namespace hpcast::latency
