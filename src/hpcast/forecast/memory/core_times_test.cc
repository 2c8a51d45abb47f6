// Threads on cores with a pipeline, from their streams to the time that they take.
#include "hpcast/forecast/memory/core_times.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "hpcast/inputs/blocks/describe_for_tests.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/test_machines.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::forecast {
namespace {

using memsim::CoreTime;
using memsim::Word;
using reftrace::Op;

// Cores of 1 GHz, of which one gets a line from the memory in 64 ns.
dat::Machine two_core_machine(const std::string& memory) {
  return memsim::two_core_machine(R"(, "pipeline": {"clock": "1 GHz"})",
                                  R"(, "read_bandwidth": 1e11, "core_bandwidth": 1e9, )" + memory);
}

// 100 ns more for each GB/s, up to 3 GB/s.
constexpr char rising[] = R"("latency_curve": [{"bandwidth": 0, "latency": "100 ns"},
                                               {"bandwidth": "3 GB/s", "latency": "400 ns"}])";

constexpr std::uint64_t loads = 30'000;
constexpr std::uint32_t chasing = 1, streaming = 2;

// Each load so many bytes behind the last one.
std::vector<Word> loads_of(std::uint32_t block, std::uint64_t from, std::uint64_t count,
                           std::uint64_t step) {
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < count; ++i) {
    words.push_back(reftrace::executed(block, 0));
    words.push_back(memsim::reference(from + step * i, 3, Op::read));
  }
  return words;
}

struct TwoThreads {
  unsigned host_threads = 1;
  blocks::SamplingPlan timed = {};
  std::uint64_t loads_each = loads;
  std::uint64_t step = 4096;  // far from the last one
};

// By core: a chase's time and, where it is not alone, a stream's.
std::vector<CoreTime> times_on(const dat::Machine& machine, bool alone, TwoThreads how = {}) {
  const unsigned reg = blocks::testing::reg(0), other = blocks::testing::reg(1);
  blocks::testing::TestCode code;
  code.blocks[chasing] =
      blocks::testing::description({{blocks::Kind::load, {}, {{0, 0}}, {{Op::read, {reg}}}}});
  code.blocks[streaming] =
      blocks::testing::description({{blocks::Kind::load, {}, {{0, 0}}, {{Op::read, {other}}}}});
  const dat::Routes routes(machine);
  CoreTimes clock(machine, routes, 4096);
  memsim::SimulationOptions options;
  options.observe.clocks = {&clock};
  options.weave.interval = 1000;
  options.weave.host_threads = how.host_threads;
  options.timed = how.timed;
  memsim::Simulation simulation(machine, routes, options);
  std::vector<std::vector<Word>> threads{
      memsim::thread_of(loads_of(chasing, 1 << 28, how.loads_each, how.step))};
  if (!alone)
    threads.push_back(memsim::thread_of(loads_of(streaming, 1 << 29, how.loads_each, how.step)));
  memsim::VectorFeed feed(std::move(threads));
  feed.know(code);
  simulation.run(feed);
  return std::move(simulation).finished().estimate.phases[0].core_times;
}

double ns_a_load(double seconds) { return seconds * 1e9 / static_cast<double>(loads); }

TEST(CoreTimes, WithoutACurveLoadsTakeTheLatency) {
  const std::vector<CoreTime> times = times_on(two_core_machine(R"("latency": "100 ns")"), false);
  EXPECT_NEAR(ns_a_load(times[0].time), 100, 0.5);
  EXPECT_NEAR(ns_a_load(times[1].time), 64, 0.5);
  EXPECT_EQ(times[0].idle_memories, 0);
}

// ns a load of a chase from line to line, by a prefetcher of the first cache.
double from_line_to_line(const PrefetchRule& rule, const std::string& bandwidth) {
  dat::Machine machine = memsim::two_core_machine(R"(, "pipeline": {"clock": "1 GHz"})",
                                                  R"(, "latency": "100 ns", )" + bandwidth);
  machine.cache_classes[0].prefetcher = rule;
  const CoreTime one = times_on(machine, true, {.host_threads = 1, .step = 64})[0];
  EXPECT_EQ(one.time, times_on(machine, true, {.host_threads = 2, .step = 64})[0].time);
  return ns_a_load(one.time);
}

// The load of a line begins as the one before it comes, which was asked for n loads before it
// began: n + 1 loads in 100 ns, of the 64 in a page.
TEST(CoreTimes, PrefetchedLinesAreUnderWay) {
  const char* const wide = R"("read_bandwidth": 1e11)";
  EXPECT_NEAR(from_line_to_line({}, wide), 100, 0.5);
  for (const std::uint8_t n : {1, 4, 8})
    EXPECT_NEAR(from_line_to_line({Prefetching::next_line, n, 0}, wide),
                100 * std::ceil(64.0 / (n + 1)) / 64, 0.5);
}

TEST(CoreTimes, PrefetchersTakeWhatBandwidthThereIs) {
  const char* const narrow = R"("read_bandwidth": 1e11, "core_bandwidth": 1e9)";
  EXPECT_NEAR(from_line_to_line({Prefetching::streams, 4, 16}, narrow), 64, 6);
}

// 0.64 bytes a ns of a chase alone: the first point is of more than that.
TEST(CoreTimes, AnIdleMemoryTakesItsFirstPoint) {
  const dat::Machine machine = two_core_machine(
      R"("latency": "50 ns", "latency_curve": [{"bandwidth": "1 GB/s", "latency": "130 ns"},
                                               {"bandwidth": "2 GB/s", "latency": "900 ns"}])");
  const std::vector<CoreTime> times = times_on(machine, true);
  EXPECT_NEAR(ns_a_load(times[0].time), 130, 0.5);
  EXPECT_EQ(times[0].idle_memories, times[0].time);
}

// ns a load of the chase, once the latency changes no more.
double steady(const dat::Machine& machine, bool alone) {
  const double half = times_on(machine, alone, {.loads_each = loads / 2})[0].time;
  return 2 * ns_a_load(times_on(machine, alone)[0].time - half);
}

// The chase alone: 100 + 100 x 64 / t = t. Beside a stream of 1 GB/s: 100 + 100 x (1 + 64 / t) = t.
// Within the rounding to a cycle.
TEST(CoreTimes, AChaseTakesWhatTheCurveHasForAllThatIsUsed) {
  const dat::Machine machine = two_core_machine(rising);
  EXPECT_NEAR(steady(machine, true), (100 + std::sqrt(100 * 100 + 4 * 6400)) / 2, 0.6);
  EXPECT_NEAR(steady(machine, false), (200 + std::sqrt(200 * 200 + 4 * 6400)) / 2, 0.6);
}

const std::vector<dat::BandwidthLatency> rising_from_50_ns = {{0, 50e-9}, {3e9, 350e-9}};

// The same beside a router on the way that takes 50 ns, and 100 more for each GB/s.
TEST(CoreTimes, ARouterTakesWhatItsCurveHas) {
  dat::Machine machine = two_core_machine(R"("latency": "100 ns")");
  machine.router_classes[0].latency_curve = rising_from_50_ns;
  EXPECT_NEAR(steady(machine, true), (150 + std::sqrt(150 * 150 + 4 * 6400)) / 2, 0.6);
  EXPECT_NEAR(steady(machine, false), (250 + std::sqrt(250 * 250 + 4 * 6400)) / 2, 0.6);
}

// The edge to the memory, which both pass; the chase's own one has the curve's first point.
TEST(CoreTimes, AnEdgeTakesWhatPassesIt) {
  dat::Machine machine = two_core_machine(R"("latency": "100 ns")");
  dat::EdgeClass& loaded = machine.edge_classes.emplace_back(machine.edge_classes[0]);
  loaded.latency_curve = rising_from_50_ns;
  machine.edges[2].class_index = 1;
  EXPECT_NEAR(steady(machine, false), 150, 0.6);
  machine.edges[2].class_index = 0;
  machine.edges[4].class_index = 1;
  EXPECT_NEAR(steady(machine, false), (250 + std::sqrt(250 * 250 + 4 * 6400)) / 2, 0.6);
}

// Those who wait for the way find what they use at once, however little of it the wire is.
TEST(CoreTimes, AWireOfHardlyAnyLatencyIsLoadedAsSoon) {
  dat::Machine machine = two_core_machine(R"("latency": "100 ns")");
  machine.edge_classes.push_back(machine.edge_classes[0]);
  machine.edges[4].class_index = 1;
  machine.edge_classes[1].latency_curve = {{0, 1e-15}, {3e9, 300e-9}};
  const double all = ns_a_load(times_on(machine, true)[0].time);
  EXPECT_NEAR(all, (100 + std::sqrt(100 * 100 + 4 * 6400)) / 2, 3);
}

TEST(CoreTimes, LoadedObjectsOnAWayAddUp) {
  dat::Machine machine = two_core_machine(rising);
  machine.router_classes[0].latency_curve = rising_from_50_ns;
  EXPECT_NEAR(steady(machine, true), (150 + std::sqrt(150 * 150 + 8 * 6400)) / 2, 1);
}

// A cache before the memory that has nothing of what is read.
dat::Machine with_a_shared_cache(dat::Machine machine) {
  const std::uint32_t cache = machine.vertex(dat::Kind::cache, 2);  // who had that number
  for (dat::Edge& edge : machine.edges) {
    if (edge.source >= cache) ++edge.source;
    if (edge.target >= cache) ++edge.target;
  }
  machine.cache_classes.push_back(machine.cache_classes[0]);
  machine.cache_classes[1].name = "l2";
  machine.caches.emplace_back().class_index = 1;
  dat::Edge& behind = machine.edges.emplace_back();
  behind.source = cache;
  behind.target = std::exchange(machine.edges[4].target, cache);
  return machine;
}

TEST(CoreTimes, AMissWaitsInASharedCacheToo) {
  dat::Machine machine = with_a_shared_cache(two_core_machine(R"("latency": "100 ns")"));
  EXPECT_NEAR(steady(machine, false), 100, 0.6);
  machine.cache_classes[1].latency_curve = rising_from_50_ns;  // its own time is in the memory's
  EXPECT_NEAR(steady(machine, true), (100 + std::sqrt(100 * 100 + 4 * 6400)) / 2, 0.6);
  EXPECT_NEAR(steady(machine, false), (200 + std::sqrt(200 * 200 + 4 * 6400)) / 2, 0.6);
}

TEST(CoreTimes, WhatLoadCostsIsTold) {
  const std::vector<CoreTime> times = times_on(two_core_machine(rising), false);
  EXPECT_GT(ns_a_load(times[0].time), 215);  // the first interval finds the memory idle
  EXPECT_NEAR(ns_a_load(times[0].idle_memories), 100, 0.5);
  EXPECT_NEAR(ns_a_load(times[1].time), 64, 0.5) << "more loads under way make up for it";
}

TEST(CoreTimes, OfASampleThatIsTheSame) {
  const dat::Machine machine = two_core_machine(rising);
  const blocks::SamplingPlan plan{.whole = 3000, .stretch = 200, .before = 100, .earlier = 100};
  const std::vector<CoreTime> all = times_on(machine, false, {1, blocks::everything});
  const std::vector<CoreTime> sampled = times_on(machine, false, {1, plan});
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_NEAR(sampled[i].time / all[i].time, 1, 0.02) << i;
}

TEST(CoreTimes, AreTheSameOnAnyNumberOfHostThreads) {
  const dat::Machine machine = two_core_machine(rising);
  const std::vector<CoreTime> one = times_on(machine, false, {1});
  const std::vector<CoreTime> two = times_on(machine, false, {2});
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].time, two[i].time);
    EXPECT_EQ(one[i].idle_memories, two[i].idle_memories);
  }
}

TEST(CoreTimes, ALowerCurveIsNeverLonger) {
  double last = 0;
  for (const char* end : {"100 ns", "150 ns", "300 ns", "900 ns", "2 us"}) {
    const dat::Machine machine = two_core_machine(
        R"("latency_curve": [{"bandwidth": 0, "latency": "100 ns"},
                             {"bandwidth": "3 GB/s", "latency": ")" +
        std::string(end) + R"("}])");
    const double time = times_on(machine, false)[0].time;
    EXPECT_GE(time, last) << end;
    last = time;
  }
}

// Of a stream alone, all is read; a curve of writes alone is not its own.
TEST(CoreTimes, CurvesAreChosenByTheShareOfReads) {
  const dat::Machine machine = two_core_machine(
      R"("latency_curve": [{"bandwidth": 0, "latency": "900 ns", "read_percent": 0},
                           {"bandwidth": 0, "latency": "170 ns", "read_percent": 100}])");
  EXPECT_NEAR(ns_a_load(times_on(machine, false)[0].time), 170, 0.5);
}

}  // namespace
}  // namespace hpcast::forecast
