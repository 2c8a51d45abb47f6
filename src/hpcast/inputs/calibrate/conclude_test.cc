#include <gmock/gmock.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/inputs/calibrate/calibration.h"
#include "hpcast/inputs/calibrate/write.h"
#include "hpcast/inputs/dat/generations.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::calibrate {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;

// Two cores with a cache each, which share another where `sharing`; else two memories.
dat::Machine two_cores(bool sharing) {
  const std::string edges = sharing ? R"(
    {"name": "c", "class": "wire", "source": "L1_0", "target": "L2_0"},
    {"name": "d", "class": "wire", "source": "L1_1", "target": "L2_0"},
    {"name": "e", "class": "wire", "source": "L2_0", "target": "mem0"})"
                                    : R"(
    {"name": "c", "class": "wire", "source": "L1_0", "target": "mem0"},
    {"name": "d", "class": "wire", "source": "L1_1", "target": "mem0"})";
  const std::string shared = sharing ? R"(, {"name": "L2_0", "class": "L2"})" : "";
  return dat::parse_machine(R"({
  "core_class": [{"name": "core", "dp_flops": 48e9, "sp_flops": 96e9, "ips": 12e9}],
  "cache_class": [
    {"name": "L1", "capacity": 32768, "associativity": 8, "linesize": 64, "read_bandwidth": 192e9},
    {"name": "L2", "capacity": 8388608, "associativity": 8, "linesize": 64, "read_bandwidth": 96e9}],
  "mem_class": [{"name": "dram", "capacity": 17179869184, "linesize": 64, "read_bandwidth": 25e9}],
  "edge_class": [{"name": "wire"}],
  "core_obj": [{"name": "core0", "class": "core"}, {"name": "core1", "class": "core"}],
  "cache_obj": [{"name": "L1_0", "class": "L1"}, {"name": "L1_1", "class": "L1"})" +
                                shared + R"(],
  "mem_obj": [{"name": "mem0", "class": "dram"}],
  "edge_obj": [
    {"name": "a", "class": "wire", "source": "core0", "target": "L1_0"},
    {"name": "b", "class": "wire", "source": "core1", "target": "L1_1"},)" +
                                edges + "]}",
                            "two.dat.json");
}

Least sure(double value) {
  Least least;
  least.add(value);
  least.add(value);
  return least;
}

Least noisy(double value) {
  Least least;
  least.add(value);
  least.add(value * 1.2);
  return least;
}

StreamTimes stream_times(double read, double write) {
  return {sure(1 / read), sure(1 / write), sure(1 / (read / 2))};
}

// At 1 GHz, so that ns are cycles: a TLB of 2048 entries, past which a walk takes 40 cycles more
// than the first TLB's miss of 7. Far away, 300 for 31 lines of 32, a quarter of which are near; a
// load each 80 where they overlap.
TranslationTimes translation_times() {
  TranslationTimes t;
  const double costs[][2] = {{256, 7}, {1024, 7}, {2048, 20}, {4096, 46}, {8192, 47}};
  for (const auto& [pages, cost] : costs)
    t.by_pages.push_back({static_cast<std::size_t>(pages), sure((16 + cost) * 1e-9), sure(16e-9)});
  t.near_part = 0.25;
  t.at_once = {{8, sure(120e-9)}, {16, sure(80e-9)}, {32, sure(85e-9)}};
  t.far_pages = 65536;
  t.far = sure(630e-9);
  t.far_by_blocks = sure(330e-9);
  return t;
}

// Of the machine that shares.
Times all_times() {
  Times times;
  times.add = sure(1 / 3.25e9);
  times.levels = {{sure(1.23e-9), stream_times(203e9, 104e9), {}},
                  {sure(15e-9), stream_times(70e9, 60e9), stream_times(120e9, 110e9)},
                  {sure(134e-9), stream_times(24e9, 20e9), stream_times(40e9, 30e9)}};
  times.in_flight = {{8, sure(17e-9)}, {24, sure(6.7e-9)}};
  times.of_set = sure(9 / 3.25e9);
  times.translation = translation_times();
  times.page_fault = sure(1.9e-6);
  times.meeting = sure(90e-9);
  times.hand_over = sure(25e-9);
  times.huge_pages = true;
  times.rounds = 9;
  times.seconds = 18;
  return times;
}

Calibration concluded(const dat::Machine& host, const Times& times) {
  const std::vector<std::uint32_t> cores = {0, 1};
  return conclude(host, cores, levels_of(host, cores, gibibyte), times, "zen3");
}

const Measurement& row(const Calibration& c, const std::string& group, const std::string& name) {
  for (const Measurement& m : c.measurements)
    if (m.group == group && m.name == name) return m;
  throw std::out_of_range(group + ": " + name);
}

TEST(LevelsTest, AreMeasuredWellInside) {
  const std::vector<Level> levels = levels_of(two_cores(true), {0, 1}, 16 * gibibyte);
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels[0].alone, 16384U);
  EXPECT_FALSE(levels[0].is_shared());
  EXPECT_EQ(levels[0].way, 4096U);
  EXPECT_EQ(levels[0].objects, 2U);
  EXPECT_EQ(levels[1].alone, 3U * 32768);
  EXPECT_TRUE(levels[1].is_shared());
  EXPECT_EQ(levels[1].together, 3U * 32768);
  EXPECT_TRUE(levels[2].is_memory);
  EXPECT_EQ(levels[2].alone, 64U << 20);
  EXPECT_EQ(levels[2].together, 32U << 20);
  EXPECT_EQ(levels[0].chase, 16384U);  // half of the lines of it
  EXPECT_EQ(levels[1].chase, 6U * 32768);
  EXPECT_EQ(levels[2].chase, 128U << 20);
  EXPECT_EQ(levels[2].beside, 64U << 20);
}

TEST(LevelsTest, MemoryIsTakenInPartOnly) {
  const std::vector<Level> levels = levels_of(two_cores(true), {0, 1}, 64 << 20);
  EXPECT_EQ(levels[2].alone, 8U << 20);
  EXPECT_EQ(levels[2].chase, 8U << 20);
  EXPECT_EQ(levels[2].beside, 8U << 20);
  EXPECT_EQ(levels[2].together, 8U << 20);
}

TEST(LevelsTest, ThereIsAlwaysSomethingToMeasureIn) {
  for (const Level& level : levels_of(two_cores(true), {0, 1}, 0)) EXPECT_GT(level.alone, 0U);
}

TEST(LevelsTest, ACoresOwnEdgeLeadsToWhatIsShared) {
  EXPECT_THAT(own_edges(two_cores(true), {0, 1}), ElementsAre(2U, 3U));
  EXPECT_THAT(own_edges(two_cores(false), {0, 1}), ElementsAre(2U, 3U));
}

TEST(PageCountsTest, TheSecondCacheHoldsALineOfEach) {
  EXPECT_EQ(page_counts(2 << 20, 16 * gibibyte).most, 8192U);
  EXPECT_EQ(page_counts(640 << 10, 16 * gibibyte).most, 6144U);
  EXPECT_EQ(page_counts(0, 16 * gibibyte).most, 4096U);
  EXPECT_EQ(page_counts(2 << 20, 16 * gibibyte).far, 65536U);
  EXPECT_EQ(page_counts(2 << 20, 16 * gibibyte).near_part, 0.25);
}

TEST(PageCountsTest, MemoryIsTakenInPartOnly) {
  EXPECT_EQ(page_counts(2 << 20, 64 << 20).most, 2048U);
  EXPECT_EQ(page_counts(2 << 20, 64 << 20).far, 2048U);
  EXPECT_EQ(page_counts(2 << 20, 0).most, 512U);
}

TEST(ConcludeTest, MeasuredNumbersStandInTheMachine) {
  const Calibration c = concluded(two_cores(true), all_times());
  EXPECT_THAT(c.machine.cache_classes[0].latency, Optional(DoubleNear(1.23e-9, 1e-15)));
  EXPECT_NEAR(c.machine.cache_classes[0].throughput.read_bandwidth, 203e9, 1);
  EXPECT_NEAR(c.machine.cache_classes[0].throughput.write_bandwidth, 104e9, 1);
  EXPECT_NEAR(c.machine.cache_classes[1].throughput.read_bandwidth, 120e9, 1);
  EXPECT_NEAR(c.machine.mem_classes[0].throughput.read_bandwidth, 40e9, 1);
  EXPECT_NEAR(c.machine.mem_classes[0].throughput.write_bandwidth, 120e9, 1);
  EXPECT_EQ(c.machine.mem_classes[0].throughput.duplex, dat::Duplex::half);
  EXPECT_EQ(c.machine.core_classes[0].line_fill_buffers, 20U);
  EXPECT_EQ(c.machine.mem_classes[0].page_fault_time, 1.9e-6);
  EXPECT_EQ(c.machine.cache_classes[1].hand_over, 25e-9);
  EXPECT_EQ(c.machine.mem_classes[0].hand_over, std::nullopt);
  EXPECT_EQ(c.verdict,
            "this host: 2 cores at 3.25 GHz, memory 24 GB/s a thread, 40 GB/s all, 134 ns");
}

TEST(ConcludeTest, ALastCacheIsAsLargeAsItWasSeenToBe) {
  Times times = all_times();
  const dat::Machine host = two_cores(true);
  const std::uint64_t set = 64ULL * host.cache_classes[1].associativity;
  times.seen_capacity = 100 * set + 10;
  const Calibration c = concluded(host, times);
  EXPECT_EQ(c.machine.cache_classes[1].capacity, 100 * set);
  EXPECT_EQ(row(c, host.cache_classes[1].name, "capacity").told,
            static_cast<double>(host.cache_classes[1].capacity));
  EXPECT_EQ(concluded(host, all_times()).machine.cache_classes[1].capacity,
            host.cache_classes[1].capacity);
}

TEST(ConcludeTest, WhatOneThreadGetsOfASharedCacheIsTheEdges) {
  const Calibration c = concluded(two_cores(true), all_times());
  const dat::EdgeClass& edge = c.machine.edge_classes[c.machine.edges[2].class_index];
  EXPECT_EQ(c.machine.edges[3].class_index, c.machine.edges[2].class_index);
  ASSERT_TRUE(edge.throughput);
  EXPECT_NEAR(edge.throughput->read_bandwidth, 70e9, 1);
  EXPECT_NEAR(edge.throughput->write_bandwidth, 60e9, 1);
  EXPECT_TRUE(row(c, "L2", "read, one thread").used);
  EXPECT_FALSE(row(c, "dram", "write, one thread").used);
}

TEST(ConcludeTest, WhatOneThreadReadsOfMemoryBehindASharedCacheIsACores) {
  const Calibration c = concluded(two_cores(true), all_times());
  EXPECT_TRUE(row(c, "dram", "read, one thread").used);
  EXPECT_NEAR(c.machine.mem_classes[0].core_bandwidth, 24e9, 1);
}

// As many as are under way where they come at that rate.
TEST(ConcludeTest, LinesAreFetchedAheadAsFarAsTheNextLevelIsAway) {
  const Calibration c = concluded(two_cores(true), all_times());
  const auto& caches = c.machine.cache_classes;
  EXPECT_EQ(caches[0].prefetch_ahead, std::lround(*caches[1].latency * 70e9 / 64));
  EXPECT_EQ(caches[1].prefetch_ahead, std::lround(*c.machine.mem_classes[0].latency * 24e9 / 64));
}

LoadTime load(double bandwidth, const Least& latency) { return {latency, bandwidth}; }

Times with_loads(std::vector<LoadTime> loads) {
  Times times = all_times();
  times.loads = std::move(loads);
  return times;
}

const std::vector<LoadTime> rising = {load(10e9, sure(135e-9)), load(20e9, sure(150e-9)),
                                      load(41e9, sure(200e-9))};

std::vector<std::pair<double, double>> curve_of(const Calibration& c) {
  std::vector<std::pair<double, double>> points;
  for (const dat::BandwidthLatency& point : c.machine.mem_classes[0].latency_curve)
    points.emplace_back(point.bandwidth, point.latency);
  return points;
}

TEST(ConcludeTest, LatencyUnderLoadIsTheMemorysCurve) {
  const Calibration c = concluded(two_cores(true), with_loads(rising));
  // From what a chase alone reads up to what the memory is said to have.
  EXPECT_THAT(curve_of(c), ElementsAre(std::pair(4.776e8, 134e-9), std::pair(10e9, 135e-9),
                                       std::pair(20e9, 150e-9), std::pair(40e9, 200e-9)));
  EXPECT_EQ(c.machine.mem_classes[0].latency, 134e-9);
  EXPECT_TRUE(row(c, "dram", "latency, most load").used);
  EXPECT_EQ(row(c, "dram", "latency, most load").value, 200e-9);
  EXPECT_EQ(row(c, "dram", "all bytes, most load").value, 41e9);
  EXPECT_THAT(c.unseen, testing::Not(testing::Contains(HasSubstr("under load"))));
}

// Little's law, at the latency that lines have at that rate: 157.5 ns at 24 GB/s.
TEST(ConcludeTest, LinesUnderWayTakeAsLongAsUnderTheirOwnLoad) {
  const Calibration c = concluded(two_cores(true), with_loads(rising));
  const double at_24 = 150e-9 + 50e-9 * 4 / 20;
  EXPECT_EQ(c.machine.cache_classes[1].prefetch_ahead, std::lround(at_24 * 24e9 / 64));
  EXPECT_EQ(c.machine.core_classes[0].line_fill_buffers, 20U);  // at 9.6 GB/s
}

TEST(ConcludeTest, BandwidthOfACurveIsThatOfOneOfSeveralMemories) {
  Times times = with_loads(rising);
  const dat::Machine host = two_cores(true);
  std::vector<Level> levels = levels_of(host, {0, 1}, gibibyte);
  levels.back().objects = 2;
  const Calibration c = conclude(host, {0, 1}, levels, times, "zen3");
  EXPECT_THAT(curve_of(c), ElementsAre(std::pair(4.776e8, 134e-9), std::pair(5e9, 135e-9),
                                       std::pair(10e9, 150e-9), std::pair(20e9, 200e-9)));
}

TEST(ConcludeTest, MemoryWithoutARiseHasNoCurve) {
  const Calibration c = concluded(
      two_cores(true),
      with_loads({load(10e9, sure(135e-9)), load(20e9, sure(133e-9)), load(30e9, sure(139e-9))}));
  EXPECT_THAT(curve_of(c), IsEmpty());
  EXPECT_EQ(c.machine.mem_classes[0].latency, 134e-9);
  EXPECT_FALSE(row(c, "dram", "latency, most load").used);
  EXPECT_EQ(row(c, "dram", "latency, most load").note, "no rise up to 30 GB/s");
  EXPECT_EQ(row(c, "dram", "latency, most load").found, "no rise");
}

TEST(ConcludeTest, PacesThatAreNoiseAreNoPointsOfACurve) {
  std::vector<LoadTime> loads = rising;
  loads[1].latency = noisy(150e-9);
  EXPECT_EQ(curve_of(concluded(two_cores(true), with_loads(loads))).size(), 3U);
  loads[0].latency = noisy(135e-9);
  const Calibration two = concluded(two_cores(true), with_loads(loads));
  EXPECT_THAT(curve_of(two), IsEmpty());
  EXPECT_EQ(row(two, "dram", "latency, most load").note, "too few paces differ");
  loads[2].latency = noisy(200e-9);
  const Calibration none = concluded(two_cores(true), with_loads(loads));
  EXPECT_THAT(curve_of(none), IsEmpty());
  EXPECT_THAT(row(none, "dram", "latency, most load").note, HasSubstr("noise"));
  EXPECT_EQ(row(none, "dram", "latency, most load").found, "");
}

TEST(ConcludeTest, PacesThatWereNotKeptHaveNoRows) {
  const Calibration c = concluded(two_cores(true), with_loads({load(0, {}), load(0, {})}));
  EXPECT_THAT(c.unseen, testing::Contains(HasSubstr("could not keep up")));
  EXPECT_THROW(row(c, "dram", "latency, most load"), std::out_of_range);
}

TEST(ConcludeTest, ACurveBeginsWithALatencyThatIsSure) {
  Times times = with_loads(rising);
  times.levels.back().latency = noisy(134e-9);
  EXPECT_THAT(curve_of(concluded(two_cores(true), times)), IsEmpty());
}

TEST(ConcludeTest, WhereMemoryIsTheFirstThatIsSharedItsEdgesAreTheCores) {
  Times times = all_times();
  times.levels.erase(times.levels.begin() + 1);
  const Calibration c = concluded(two_cores(false), times);
  const dat::EdgeClass& edge = c.machine.edge_classes[c.machine.edges[2].class_index];
  ASSERT_TRUE(edge.throughput);
  EXPECT_NEAR(edge.throughput->read_bandwidth, 24e9, 1);
  EXPECT_TRUE(row(c, "dram", "read, one thread").used);
}

TEST(ConcludeTest, NoiseLeavesWhatWasTold) {
  Times times = all_times();
  times.levels[0].latency = noisy(1.23e-9);
  times.levels[1].alone.write = noisy(1 / 60e9);
  times.levels[2].together.write = noisy(1 / 30e9);
  times.levels[2].latency = noisy(134e-9);
  const Calibration c = concluded(two_cores(true), times);
  EXPECT_EQ(c.machine.cache_classes[0].latency, std::nullopt);
  EXPECT_EQ(c.machine.edges[2].class_index, 0U);
  EXPECT_NEAR(c.machine.mem_classes[0].throughput.read_bandwidth, 40e9, 1);
  EXPECT_EQ(c.machine.mem_classes[0].throughput.write_bandwidth, 25e9);
  EXPECT_EQ(c.machine.core_classes[0].line_fill_buffers, 0U);
  EXPECT_THAT(c.verdict, HasSubstr("about 134 ns"));
  EXPECT_THAT(row(c, "L1", "latency").note, HasSubstr("noise"));
}

TEST(ConcludeTest, SaysWhatWasNotSeen) {
  Times times = all_times();
  times.huge_pages = false;
  dat::Machine host = two_cores(true);
  host.extras["assumed_caches"] = "caches: 32 KiB of L1";
  const Calibration c = conclude(host, {0}, levels_of(host, {0}, gibibyte), times, {});
  EXPECT_THAT(c.unseen, testing::Contains(HasSubstr("1 of 2 cores")));
  EXPECT_THAT(c.unseen, testing::Contains(HasSubstr("no huge pages")));
  EXPECT_THAT(c.unseen, testing::Contains(HasSubstr("assumed (caches: 32 KiB of L1")));
  EXPECT_THAT(c.unseen, testing::Contains(HasSubstr("x86-64 only")));
  EXPECT_THAT(c.unseen, testing::Contains(HasSubstr("under load, for which it takes a second")));
  EXPECT_FALSE(c.machine.core_classes[0].pipeline);
}

TEST(ConcludeTest, InstructionsGoIntoThePipeline) {
  Times times = all_times();
  InstructionBench add{"add chained", Figure::both, InstructionKind::integer};
  add.precisions = 7;
  add.widths = 0x7f;
  times.benches = {add};
  times.loops = {sure(2 / 3.25e9)};
  const Calibration c = concluded(two_cores(true), times);
  ASSERT_TRUE(c.machine.core_classes[0].pipeline);
  const dat::Pipeline& pipeline = *c.machine.core_classes[0].pipeline;
  EXPECT_EQ(pipeline.generation, "zen3");
  EXPECT_NEAR(pipeline.clock, 3.25e9, 1);
  EXPECT_EQ(pipeline.timing(InstructionKind::integer, Precision::none, 3).latency, 2);
  EXPECT_EQ(pipeline.line_fill_buffers, 20U);
  EXPECT_EQ(pipeline.set_fill, 9U);
}

TEST(ConcludeTest, WhereNoneAreMeasuredTheTableOfTheGenerationStands) {
  const Calibration c = concluded(two_cores(true), all_times());
  ASSERT_TRUE(c.machine.core_classes[0].pipeline);
  EXPECT_EQ(c.machine.core_classes[0].pipeline->timings, dat::generation("zen3").pipeline->timings);
}

// Of all_times(), at 1 GHz.
dat::Pipeline translating(const TranslationTimes& translation) {
  Times times = all_times();
  times.add = sure(1e-9);
  times.translation = translation;
  const Calibration c = concluded(two_cores(true), times);
  return c.machine.core_classes[0].pipeline.value();
}

TEST(ConcludeTest, TranslationGoesIntoThePipeline) {
  const dat::Pipeline pipeline = translating(translation_times());
  EXPECT_EQ(pipeline.tlb, 2048U);
  EXPECT_EQ(pipeline.page_walk_near, 40U);
  // Of blocks, one line in 32 waits for a walk; of others one in 32 does not.
  const double walk = 300 / (1 - 1.0 / 32 - 1.0 / 32);
  EXPECT_EQ(pipeline.page_walk, std::lround((walk - 0.25 * 40) / 0.75));
  EXPECT_EQ(pipeline.page_walkers, 4U);
}

TEST(ConcludeTest, EntriesOfTheTlbAreAsCpuidTells) {
  TranslationTimes t = translation_times();
  t.told_entries = 1536;
  EXPECT_EQ(translating(t).tlb, 1536U);
}

TEST(ConcludeTest, TranslationIsToldAsAWhole) {
  const auto with = [](const auto& change) {
    TranslationTimes t = translation_times();
    change(t);
    return translating(t);
  };
  const dat::Pipeline pipelines[] = {
      with([](TranslationTimes& t) { t.by_pages[2].spread = noisy(36e-9); }),
      with([](TranslationTimes& t) { t.by_pages.back().spread = noisy(63e-9); }),
      with([](TranslationTimes& t) { t.far = noisy(630e-9); }),
      with([](TranslationTimes& t) { t.at_once[1].second = noisy(80e-9); }),
      with([](TranslationTimes& t) { t.far_pages = 8192; }),
      with([](TranslationTimes& t) { t.by_pages.resize(2); })};
  for (const dat::Pipeline& pipeline : pipelines) {
    EXPECT_EQ(pipeline.tlb, 0U);
    EXPECT_EQ(pipeline.page_walk, 0U);
  }
}

TEST(ConcludeTest, WhereCpuidTellsTheKneeMayBeNoise) {
  TranslationTimes t = translation_times();
  t.told_entries = 1536;
  t.by_pages[2].spread = noisy(36e-9);
  EXPECT_EQ(translating(t).tlb, 1536U);
}

TEST(ConcludeTest, TheMachineIsReadAgain) {
  const Calibration c = concluded(two_cores(true), with_loads(rising));
  std::vector<Diagnostic> warnings;
  const dat::Machine again =
      dat::parse_machine(dat::to_text(c.machine), "host.dat.json", &warnings);
  EXPECT_THAT(warnings, IsEmpty());
  EXPECT_EQ(dat::to_text(again), dat::to_text(c.machine));
  EXPECT_THAT(Conformance("dat.schema.json").faults(dat::to_json(c.machine)), IsEmpty());
}

TEST(ConcludeTest, JsonConformsToItsSchema) {
  const std::string text = to_text(concluded(two_cores(true), with_loads(rising)), "0");
  EXPECT_THAT(text, HasSubstr("latency, most load"));
  EXPECT_THAT(Conformance("calibration.schema.json").faults(parse_json(text, "c.json").root),
              IsEmpty());
}

}  // namespace
}  // namespace hpcast::calibrate
