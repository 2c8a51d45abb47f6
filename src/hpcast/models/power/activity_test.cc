#include "hpcast/models/power/activity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "hpcast/models/power/tables_for_tests.h"

namespace hpcast::power {
namespace {

using testing::AllOf;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<double> rates_of(const NamedTable& table, const std::string& model = "k-computer") {
  return activity_of(shipped_model(model), {table}, {}).intervals.at(0).rates;
}

std::string refusal_of(const NamedTable& table, const ActivityRequest& request = {}) {
  return error_of([&] { activity_of(shipped_model("k-computer"), {table}, request); });
}

// Eqs. 1 to 5 with counts by hand, of 0.5 s at 2 GHz.
TEST(Activity, HasThePapersRates) {
  const std::vector<double> rates = rates_of(one_row(0.5, {{"cycles", 1e9},
                                                           {"fp_scalar_instructions", 1e9},
                                                           {"fp_simd_instructions", 2e9},
                                                           {"fp_simd_fma_instructions", 3e9},
                                                           {"fp_scalar_fma_instructions", 4e9},
                                                           {"dram_reads", 1e8},
                                                           {"dram_writes", 5e7},
                                                           {"l1d_misses", 4e8},
                                                           {"loads_and_stores", 8e9},
                                                           {"other_instructions", 4e9}}));
  EXPECT_THAT(rates, ElementsAre(DoubleEq((1e9 + 4e9 + 12e9 + 8e9) * 2e9 / 1e9 / 128e9),
                                 DoubleEq(1.5e8 * 128 * 2 / 46e9), DoubleEq(4e8 * 8 * 2 / 128e9),
                                 DoubleEq(8e9 * 8 * 2 / 256e9), DoubleEq(4e9 * 2 / 32e9), 1));
}

// The paper's rate is by cycles: while they ran. The same bytes take the same energy, whether the
// core sleeps in between or not.
TEST(Activity, FollowsTheCyclesThatRan) {
  Values values = k_counters(0.1, 0.1, 0.1, 0.1, 0.1);
  values[0].second = 2e9 / 8;
  const Activity asleep = activity_of(shipped_model("k-computer"), {one_row(1, values)}, {});
  EXPECT_THAT(asleep.intervals[0].rates,
              ElementsAre(DoubleNear(0.1, 1e-12), DoubleNear(0.1, 1e-12), DoubleNear(0.1, 1e-12),
                          DoubleNear(0.1, 1e-12), DoubleNear(0.1, 1e-12), 1));
  EXPECT_THAT(asleep.warnings, ElementsAre(HasSubstr("cycles ran for 125 ms of 1 s")));
  values[0].second = 2e9 / 16;
  EXPECT_THAT(activity_of(shipped_model("k-computer"), {one_row(1, values)}, {}).warnings,
              testing::Contains(HasSubstr("fp: a rate of up to 1.6, above 1")))
      << "more than the part can do while it runs";
  values.erase(values.begin());
  const Activity activity = activity_of(shipped_model("k-computer"), {one_row(1, values)}, {});
  EXPECT_THAT(activity.intervals[0].rates[0], DoubleNear(0.1, 1e-12));
  EXPECT_THAT(activity.assumptions,
              ElementsAre("cycles were not counted: rates are by the wall clock's time"));
}

TEST(Activity, TakesTheClockWhereNoDurationIsKnown) {
  const Activity activity =
      activity_of(shipped_model("k-computer"), {one_row(0, k_counters(0.5, 0, 0, 0, 0))}, {});
  EXPECT_DOUBLE_EQ(activity.intervals[0].duration_s, 1);
  EXPECT_DOUBLE_EQ(activity.intervals[0].rates[0], 0.5);
}

// Counts are all threads', cycles those of the one that ran longest.
TEST(Activity, AddsThreadsUp) {
  NamedTable named{"app", {}};
  for (const double share : {1.0, 0.5}) {
    Values values = k_counters(0.1, 0.1, 0.1, 0.1, 0.1);
    for (auto& [name, value] : values) value *= share;
    add_row(named.table, {0, 1, named.table.thread_index(share == 1 ? "a" : "b"), 0}, values);
  }
  EXPECT_THAT(rates_of(named),
              ElementsAre(DoubleNear(0.15, 1e-12), DoubleNear(0.15, 1e-12), DoubleNear(0.15, 1e-12),
                          DoubleNear(0.15, 1e-12), DoubleNear(0.15, 1e-12), 1));
}

// perf stat adds the cycles of all processors up.
TEST(Activity, DividesCyclesOfSeveralProcessors) {
  Values values = k_counters(0.4, 0.4, 0.4, 0.4, 0.4);
  values[0].second = 8 * 2e9;
  values.emplace_back("cpu_time", 8);
  EXPECT_DOUBLE_EQ(rates_of(one_row(1, values))[0], 0.4);
}

TEST(Activity, IsOfOneNodeOfSeveral) {
  Values values = k_counters(0.1, 0.1, 0.1, 0.1, 0.1);
  for (auto& [name, value] : values)
    if (name != "cycles") value *= 96;
  values.emplace_back("power", 96 * 130.0);
  ActivityRequest request;
  request.nodes = 96;
  request.needs_watts = true;
  const Activity activity = activity_of(shipped_model("k-computer"), {one_row(1, values)}, request);
  EXPECT_THAT(activity.intervals[0].rates[0], DoubleNear(0.1, 1e-12));
  EXPECT_DOUBLE_EQ(activity.intervals[0].watts, 130);
}

// An interval in which nothing ran draws base power, and is no reason to refuse the others.
TEST(Activity, KnowsIntervalsInWhichNothingRan) {
  NamedTable named = one_row(1, k_counters(0.1, 0.1, 0.1, 0.1, 0.1));
  Values nothing = k_counters(0, 0, 0, 0, 0);
  nothing[0].second = 0;
  add_row(named.table, {1, 9, 0, 0}, nothing);
  const Activity activity = activity_of(shipped_model("k-computer"), {named}, {});
  EXPECT_THAT(activity.intervals[1].rates, ElementsAre(0, 0, 0, 0, 0, 1));
  EXPECT_THAT(activity.warnings, ElementsAre(HasSubstr("cycles ran for 1 s of 10 s")));
}

TEST(Activity, DoesWithOtherCounters) {
  const Activity activity = activity_of(shipped_model("k-computer"),
                                        {one_row(1, {{"dp_flops", 64e9},
                                                     {"sp_flops", 0},
                                                     {"dram_accesses", 23e9 / 128},
                                                     {"l1d_misses", 16e9},
                                                     {"loads", 8e9},
                                                     {"stores", 8e9},
                                                     {"instructions", 48e9}})},
                                        {});
  EXPECT_THAT(activity.intervals[0].rates, ElementsAre(0.5, 0.5, 1, 0.5, 0.5, 1));
  EXPECT_THAT(activity.assumptions,
              ElementsAre(HasSubstr("a floating-point instruction for every 4 FLOP"),
                          HasSubstr("cycles were not counted")));
}

// At half the clock a core that never rests takes the cycles of half the time.
TEST(Activity, OfTermsThatScaleIsByTheClockThatRan) {
  const Model model = model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m",
    "clock": "2 GHz", "nominal": {"frequency": "2 GHz"},
    "terms": [{"name": "l1", "counters": {"loads": 1}, "peak": 1e9, "per": "cycle",
               "scales_with": {"frequency": 1}}]})");
  const Values busy{{"loads", 1e8}, {"cycles", 1e9}, {"frequency", 1e9}};
  const Activity activity = activity_of(model, {one_row(1, busy)}, {});
  EXPECT_DOUBLE_EQ(activity.intervals[0].activity[0], 0.1);
  EXPECT_TRUE(activity.warnings.empty());
  const Values asleep{{"loads", 1e8}, {"cycles", 0.1e9}, {"frequency", 1e9}};
  EXPECT_DOUBLE_EQ(activity_of(model, {one_row(1, asleep)}, {}).intervals[0].activity[0], 0.1);
}

TEST(Activity, ScalesWithVoltageAndFrequency) {
  const Model model = model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m",
    "nominal": {"voltage": "1 V", "frequency": "1 GHz"},
    "terms": [{"name": "clock", "kind": "always", "scales_with": {"voltage": 2, "frequency": 1}},
              {"name": "leak", "kind": "always", "scales_with": {"voltage": 1}}]})");
  const NamedTable table = one_row(1, {{"voltage", 1.5}, {"frequency", 2e9}, {"power", 3}});
  EXPECT_THAT(activity_of(model, {table}, {}).intervals[0].activity, ElementsAre(4.5, 1.5));
  const Activity assumed = activity_of(model, {one_row(1, {{"power", 3}})}, {});
  EXPECT_THAT(assumed.intervals[0].activity, ElementsAre(1, 1));
  EXPECT_EQ(assumed.assumptions.size(), 2);
  ActivityRequest strict;
  strict.needs_watts = true;
  EXPECT_THAT(error_of([&] {
                activity_of(model, {one_row(1, {{"power", 3}})}, strict);
              }),
              HasSubstr("scales with the voltage, which the table does not have"));
  EXPECT_THAT(error_of([&] {
                activity_of(model, {one_row(1, {{"frequency", 2000}})}, {});
              }),
              HasSubstr("a frequency of 2000 Hz\n  name the unit"));
  EXPECT_THAT(error_of([&] {
                activity_of(model, {one_row(1, {{"voltage", 1100}})}, {});
              }),
              HasSubstr("a voltage of 1100 V"));
}

TEST(Activity, AddsWhatSocketsDraw) {
  NamedTable named{"app", {}};
  for (const char* const socket : {"S0", "S1"})
    add_row(named.table, {0, 2, named.table.thread_index(socket), 0},
            {{"package_energy", 100}, {"memory_energy", 20}});
  const Model model = model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m",
    "terms": [{"name": "base", "kind": "always"}]})");
  EXPECT_DOUBLE_EQ(activity_of(model, {named}, {}).intervals[0].watts, 120);
  add_row(named.table, {2, 2, 0, 0}, {{"power", 77}});
  EXPECT_DOUBLE_EQ(activity_of(model, {named}, {}).intervals[1].watts, 77);
}

// perf stat -I --per-socket
TEST(Activity, LeavesOutIntervalsThatLackASocket) {
  NamedTable named{"app", {}};
  const auto s0 = named.table.thread_index("S0"), s1 = named.table.thread_index("S1");
  const Values drawn = {{"package_energy", 100}, {"dram_accesses", 1e8}};
  for (int i = 0; i < 4; ++i) {
    add_row(named.table, {1.0 * i, 1, s0, 0}, drawn);
    if (i != 2) add_row(named.table, {1.0 * i, 1, s1, 0}, drawn);
  }
  named.table.column_to_fill("dram_accesses", counters::Unit::events).values[1] = NAN;
  ActivityRequest request;
  request.terms = {"memory", "base"};
  request.needs_watts = true;
  const Activity activity = activity_of(shipped_model("five-rates"), {named}, request);
  ASSERT_EQ(activity.intervals.size(), 2U);
  EXPECT_EQ(activity.intervals[0].start_s, 1);
  EXPECT_EQ(activity.intervals[0].watts, 200);
  EXPECT_THAT(activity.assumptions,
              Contains(HasSubstr("2 of 4 intervals lack a counter or the power")));
}

TEST(Activity, TakesOtherColumnsForPowerThatAreOne) {
  NamedTable named = one_row(2, {{"meter", 30}});
  ActivityRequest request;
  request.power = "meter";
  const Model model = model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m",
    "terms": [{"name": "base", "kind": "always"}]})");
  EXPECT_THAT(error_of([&] { activity_of(model, {named}, request); }),
              HasSubstr("the column 'meter' is in events, no power or energy"));
  named.table.columns[0].unit = counters::Unit::joules;
  EXPECT_DOUBLE_EQ(activity_of(model, {named}, request).intervals[0].watts, 15);
  request.power = "metre";
  EXPECT_THAT(error_of([&] { activity_of(model, {named}, request); }),
              HasSubstr("no column 'metre'"));
}

TEST(Activity, RefusesWhatTellsNothing) {
  Values values = k_counters(0.1, 0.1, 0.1, 0.1, 0.1);
  values[0].second = 0;
  EXPECT_THAT(refusal_of(one_row(1, values)), HasSubstr("app, at 0 s: zero cycles"));
  values.erase(values.begin());
  EXPECT_THAT(refusal_of(one_row(0, values)), HasSubstr("neither cycles nor a duration"));
  EXPECT_THAT(
      refusal_of(one_row(1, {{"cycles", 1e9}, {"dram_reads", 5}})),
      AllOf(HasSubstr("fp (no fp_scalar_instructions"), HasSubstr("memory (no dram_writes)"),
            HasSubstr("l2 (no l1d_misses)"), HasSubstr("integer (no other_instructions)")));
  ActivityRequest request;
  request.terms = {"memroy"};
  EXPECT_THAT(refusal_of(one_row(1, values), request), HasSubstr("did you mean 'memory'?"));
  request.terms = {};
  request.needs_watts = true;
  EXPECT_THAT(refusal_of(one_row(1, values), request),
              HasSubstr("no interval has all counters and the power"));
  values.emplace_back("power", -3);
  EXPECT_THAT(refusal_of(one_row(1, values), request), HasSubstr("-3 W"));
  values.back().second = 12.7e6;
  EXPECT_THAT(refusal_of(one_row(1, values), request), HasSubstr("12.7 MW are no node's"));
  values.back().second = 134e3;
  EXPECT_THAT(refusal_of(one_row(1, values), request), HasSubstr("134 kW are no node's"));
}

TEST(Activity, WarnsOfRatesAboveOne) {
  const Activity activity = activity_of(shipped_model("k-computer"),
                                        {one_row(1, k_counters(0.1, 1.3, 0.1, 0.1, 0.1))}, {});
  EXPECT_THAT(activity.warnings,
              ElementsAre(AllOf(HasSubstr("memory: a rate of up to 1.3, above 1 in 1 of 1"),
                                HasSubstr("46 GB/s, is too small"))));
}

TEST(Activity, WarnsOfTheNodesPowerInEachThreadsRow) {
  const Model model = model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m",
    "terms": [{"name": "base", "kind": "always"}]})");
  NamedTable named{"app", {}};
  named.table.threads = {"", "a", "b", "c"};
  add_row(named.table, {0, 1, 1, 0}, {{"power", 150}});
  add_row(named.table, {0, 1, 2, 0}, {{"power", 150}});
  EXPECT_THAT(activity_of(model, {named}, {}).warnings,
              ElementsAre(HasSubstr("power: in 1 of 1 intervals each thread's row has the same")));
  add_row(named.table, {0, 1, 3, 0}, {{"power", 148}});
  EXPECT_TRUE(activity_of(model, {named}, {}).warnings.empty());
}

// As perf stat adds them up, with and without processor time.
TEST(Activity, CyclesOfSeveralCoresTogetherDrawTheSame) {
  Values values = k_counters(0.1, 0.1, 0.1, 0.1, 0.1);
  values[0].second = 8 * 2e9;
  EXPECT_DOUBLE_EQ(rates_of(one_row(1, values))[1], 0.1);
  values.emplace_back("cpu_time", 8);
  const Activity activity = activity_of(shipped_model("k-computer"), {one_row(1, values)}, {});
  EXPECT_DOUBLE_EQ(activity.intervals[0].rates[1], 0.1);
  EXPECT_TRUE(activity.warnings.empty());
}

TEST(Activity, LeavesOutOptionalTermsAndIncompleteIntervals) {
  NamedTable named = one_row(1, k_counters(0.1, 0.1, 0.1, 0.1, 0.1));
  named.table.add_row({1, 1, 0, 0});
  const Activity activity = activity_of(shipped_model("k-computer"), {named}, {});
  EXPECT_EQ(activity.intervals.size(), 1);
  EXPECT_THAT(activity.assumptions,
              ElementsAre("1 of 2 intervals lack a counter, and are left out"));
  EXPECT_THAT(activity.left_out, ElementsAre(testing::Pair("communication", testing::_),
                                             testing::Pair("io", "no file_written")));
}

TEST(Activity, TellsRegionsApart) {
  NamedTable named{"app", {}};
  add_row(named.table, {0, 1, 0, 0}, k_counters(0.3, 0, 0, 0, 0));
  add_row(named.table, {0, 0.5, 0, named.table.region_index("a")}, k_counters(0.1, 0, 0, 0, 0));
  add_row(named.table, {0, 0.5, 0, named.table.region_index("b")}, k_counters(0.2, 0, 0, 0, 0));
  const Model model = shipped_model("k-computer");
  const auto applications = [&](const ActivityRequest& request) {
    std::vector<std::string> names;
    for (const ActiveInterval& interval : activity_of(model, {named}, request).intervals)
      names.push_back(interval.application);
    return names;
  };
  ActivityRequest request;
  EXPECT_THAT(applications(request), ElementsAre("app"));
  request.by_region = true;
  EXPECT_THAT(applications(request), ElementsAre("a", "b"));
  request.region = "b";
  EXPECT_THAT(applications(request), ElementsAre("b"));
  request.region = "bb";
  EXPECT_THAT(error_of([&] { applications(request); }),
              AllOf(HasSubstr("there is no such region"), HasSubstr("it has 'a' or 'b'")));
}

const char* const misses_only = R"({"format": "hpcast-power-model", "schema_version": 1,
  "name": "m", "terms": [{"name": "l2", "counters": {"l1d_misses": 1}, "peak": "1 GHz"}]})";

// As OTF2's clock sees what begins and ends at one tick: hpcast memory --otf2 writes such.
NamedTable with_zero_times() {
  NamedTable named{"app", {}};
  counters::Table& table = named.table;
  add_row(table, {0, 0.5, 0, table.region_index("main")}, {{"l1d_misses", 1e8}});
  add_row(table, {0, 1, 0, table.region_index("loop")}, {{"l1d_misses", 4e8}});
  add_row(table, {0, 0, 0, table.region_index("page_aligned")}, {{"l1d_misses", 0}});
  table.add_row({0, 0, 0, table.region_index("outside")});
  add_row(table, {0, 0, 0, table.region_index("parallel")}, {{"l1d_misses", 1e8}});
  return named;
}

TEST(Activity, AddsWhatTookNoTimeToTheLongestRegion) {
  const Activity activity = activity_of(model_of(misses_only), {with_zero_times()}, {});
  ASSERT_EQ(activity.intervals.size(), 2U);
  EXPECT_EQ(activity.intervals[1].region, "loop");
  EXPECT_THAT(activity.intervals[0].rates, ElementsAre(DoubleEq(0.2)));
  EXPECT_THAT(activity.intervals[1].rates, ElementsAre(DoubleEq(0.5)));
  EXPECT_THAT(activity.assumptions, ElementsAre("what took 0 s (parallel) has its counts in the "
                                                "longest region that began with it"));
}

TEST(Activity, NamesTheRegionOfWhichNoTimeIsKnown) {
  NamedTable named = with_zero_times();
  add_row(named.table, {7, 0, 0, named.table.region_index("late")}, {{"l1d_misses", 5}});
  EXPECT_THAT(error_of([&] { activity_of(model_of(misses_only), {named}, {}); }),
              HasSubstr("app, region 'late', at 7 s: neither cycles nor a duration"));
  for (counters::Row& row : named.table.rows) row.duration_s = 0;
  EXPECT_THAT(error_of([&] { activity_of(model_of(misses_only), {named}, {}); }),
              HasSubstr("app, region 'main', at 0 s: neither"))
      << "nobody knows durations";
}

TEST(Activity, CountsIntegersBesideVectorsOfTheMachinesWidth) {
  for (const auto& [name, width] : {std::pair{"a64fx", 16}, {"epyc-7702x2", 8}}) {
    const Model model = shipped_model(name);
    const Activity activity = activity_of(model, {one_row(1, linpack_counters(2.6e12, width))}, {});
    EXPECT_THAT(activity.warnings, IsEmpty()) << name;
    EXPECT_THAT(activity.intervals[0].rates[4] * model.find("integer")->peak,
                DoubleNear(0.25 * 2.6e12 / width, 1))
        << name;
  }
}

TEST(Activity, WarnsOfSumsClearlyBelowZero) {
  const auto warnings_at = [](double loads) {
    Values values = {{"instructions", 1e9}, {"loads", loads}, {"stores", 0}};
    ActivityRequest request;
    request.terms = {"integer"};
    return activity_of(shipped_model("k-computer"), {one_row(1, values)}, request).warnings;
  };
  EXPECT_THAT(warnings_at(1.2e9), ElementsAre("integer: its counters add up to less than 0 in 1 of "
                                              "1 intervals, taken for 0"));
  EXPECT_THAT(warnings_at(1.005e9), IsEmpty()) << "counters never match to the last";
}

TEST(Activity, NamesTheTermsThatThereAre) {
  NamedTable named = one_row(1, {{"loads", 1}, {"stores", 1}, {"l1d_misses", 1}});
  const auto refusal = [&] { return refusal_of(named); };
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("--aliases"), HasSubstr("--terms l2,l1d,base takes what")));
  named.table.source = "memsim";
  EXPECT_THAT(refusal(), AllOf(HasSubstr("hpcast memory with --tracer valgrind or --operations "
                                         "counts operations; --terms l2,l1d,base"),
                               testing::Not(HasSubstr("--aliases"))));
  named = one_row(1, {{"page_faults", 1}});
  EXPECT_THAT(refusal(), HasSubstr("--terms takes some of the model's terms only"));
}

}  // namespace
}  // namespace hpcast::power
