// Overlap of reads, from reference streams to what is observed of them.
#include "hpcast/models/memsim/observer.h"

#include <gtest/gtest.h>

#include <map>

#include "hpcast/inputs/blocks/describe_for_tests.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/test_machines.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

// One core, 4 KiB of cache; a memory of 100 ns behind it.
dat::Machine chase_machine() {
  return dat::parse_machine(R"({
    "core_class": [{"name": "c", "ips": 4e9, "window": 200, "line_fill_buffers": 12}],
    "cache_class": [{"name": "l1", "capacity": 4096, "associativity": 4, "linesize": 64,
                     "read_bandwidth": 1e11, "latency": "1 ns"}],
    "mem_class": [{"name": "m", "capacity": 1073741824, "linesize": 64, "read_bandwidth": 1e10,
                   "latency": "100 ns"}],
    "router_class": [], "edge_class": [{"name": "e"}],
    "core_obj": [{"name": "c0", "class": "c"}], "cache_obj": [{"name": "l1_0", "class": "l1"}],
    "mem_obj": [{"name": "m", "class": "m"}], "router_obj": [],
    "edge_obj": [{"name": "e0", "class": "e", "source": "c0", "target": "l1_0"},
                 {"name": "e1", "class": "e", "source": "l1_0", "target": "m"}]})",
                            "chase");
}

std::vector<ObservedInterval> observe(const std::vector<Word>& words, std::uint32_t intervals,
                                      std::vector<double> latencies = {},
                                      const reftrace::Code* code = nullptr) {
  const dat::Machine machine = chase_machine();
  const dat::Routes routes(machine);
  SimulationOptions options;
  options.observe = {intervals, std::move(latencies)};
  options.weave.interval = 100;
  Simulation simulation(machine, routes, options);
  VectorFeed feed({thread_of(words)});
  if (code != nullptr) feed.know(*code);
  simulation.run(feed);
  return std::move(simulation).finished().observed;
}

OverlapCounts overlap_of(const std::vector<ObservedInterval>& intervals, std::size_t latency = 0) {
  OverlapCounts sum;
  for (const ObservedInterval& interval : intervals)
    for (const ThreadOverlap& thread : interval.threads) sum += thread.overlap[latency];
  return sum;
}

std::vector<Word> chains_of(std::uint64_t chains, std::uint64_t steps) {
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < chains * steps; ++i) {
    if (i >= chains) add_event(words, Event::depends, {chains});
    words.push_back(reference(0x100000 + 64 * i, 3, Op::read));
    if (i % 16 == 15) add_event(words, Event::instructions, {32});
  }
  return words;
}

TEST(Observer, ChainsOverlapAsManyAsTheyAre) {
  for (const std::uint64_t chains : {1U, 2U, 4U, 8U}) {
    const OverlapCounts overlap = overlap_of(observe(chains_of(chains, 2000), 10));
    EXPECT_NEAR(overlap.time, 2000 * 100e-9, 1e-6) << chains;
    EXPECT_NEAR(overlap.outstanding / overlap.any, static_cast<double>(chains), 0.01);
  }
}

// The same chains by what is executed: a load into its own address, and another instruction.
TEST(Observer, ChainsAreSeenInTheCode) {
  for (const unsigned chains : {1U, 2U, 4U, 8U}) {
    blocks::testing::TestCode code;
    for (unsigned chain = 0; chain < chains; ++chain) {
      const unsigned reg = blocks::testing::reg(chain);
      code.blocks[1 + chain] =
          blocks::testing::description({{blocks::Kind::load, {}, {{chain, 0}}, {{Op::read, {reg}}}},
                                        {blocks::Kind::integer, {reg}, {{20, 1}}, {}}});
    }
    std::vector<Word> words;
    for (std::uint64_t i = 0; i < std::uint64_t{2000} * chains; ++i) {
      words.push_back(reftrace::executed(1 + i % chains, 0));
      words.push_back(reference(0x100000 + 64 * i, 3, Op::read));
    }
    const std::vector<ObservedInterval> observed = observe(words, 10, {}, &code);
    const OverlapCounts overlap = overlap_of(observed);
    EXPECT_NEAR(overlap.time, 2000 * 100e-9, 1e-6) << chains;
    EXPECT_NEAR(overlap.outstanding / overlap.any, static_cast<double>(chains), 0.01);
    std::uint64_t instructions = 0;
    for (const ObservedInterval& part : observed)
      for (const ThreadOverlap& thread : part.threads) instructions += thread.instructions;
    EXPECT_EQ(instructions, 4000U * chains);
  }
}

// Hears what is executed; does not time it.
class Listener : public CoreClock {
 public:
  void know(const reftrace::Code&) override {}
  void add_thread(std::uint32_t, std::uint32_t) override {}
  void execute(std::uint32_t, std::uint32_t, bool, std::span<const Word> executed) override {
    heard.insert(heard.end(), executed.begin(), executed.end());
  }
  void finish(std::uint32_t) override { ++ends; }
  std::optional<CoreTime> time(std::uint32_t) override { return {}; }

  std::vector<Word> heard;
  int ends = 0;
};

Listener listen(const std::vector<Word>& words, const reftrace::Code& code,
                std::uint32_t intervals) {
  const dat::Machine machine = chase_machine();
  const dat::Routes routes(machine);
  Listener listener;
  SimulationOptions options;
  options.observe.intervals = intervals;
  options.observe.clocks = {&listener};
  Simulation simulation(machine, routes, options);
  VectorFeed feed({thread_of(words)});
  feed.know(code);
  simulation.run(feed);
  return listener;
}

// Kept or left out, whoever looks on besides; references with who answers them.
TEST(Observer, AllThatIsExecutedIsToldToTheClock) {
  blocks::testing::TestCode code;
  const unsigned reg = blocks::testing::reg(0);
  code.blocks[1] =
      blocks::testing::description({{blocks::Kind::load, {}, {{1, 0}}, {{Op::read, {reg}}}},
                                    {blocks::Kind::integer, {reg}, {{20, 1}}, {}}});
  constexpr std::uint64_t blocks = 400'000;
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    words.push_back(reftrace::executed(1, 0));
    // Every other one in the cache.
    words.push_back(reference(i % 2 == 0 ? 0x1000 : 0x100000 + 32 * i, 3, Op::read));
  }
  const Listener alone = listen(words, code, 0);
  std::uint64_t instructions = 0, kept = 0, near = 0;
  for (const Word word : alone.heard) {
    if (reftrace::op_of(word) != Op::event) {
      ++kept;
      ASSERT_NE(blocks::answerer_of(word), blocks::unanswered);
      near += blocks::answerer_of(word) == 0 ? 1 : 0;
    } else if (reftrace::event_of(word) == Event::block) {
      instructions += 2;
    } else if (reftrace::event_of(word) == Event::instructions) {
      instructions += blocks::instructions_left_out(word);
    }
  }
  EXPECT_EQ(instructions, 2 * blocks);
  EXPECT_EQ(alone.ends, 1);
  EXPECT_GT(kept, 150'000U);  // of 300,000 instructions
  EXPECT_LT(kept, blocks);
  EXPECT_NEAR(static_cast<double>(near) / static_cast<double>(kept), 0.5, 0.1);
  EXPECT_EQ(listen(words, code, 10).heard, alone.heard);
}

// So many seconds for each block, and a tenth for the first touch of a page.
class BlockClock : public CoreClock {
 public:
  explicit BlockClock(double each = 1) : each_(each) {}

  void know(const reftrace::Code&) override {}
  void add_thread(std::uint32_t thread, std::uint32_t) override { seconds_[thread] = 0; }
  void execute(std::uint32_t thread, std::uint32_t, bool, std::span<const Word> executed) override {
    for (const Word word : executed)
      if (reftrace::op_of(word) == Op::event && reftrace::event_of(word) == Event::block)
        seconds_.at(thread) += each_;
  }
  void finish(std::uint32_t) override {}
  std::optional<CoreTime> time(std::uint32_t thread) override {
    return CoreTime{seconds_.at(thread), 0, 0, 0};
  }
  double page_fault_time(std::uint32_t) const override { return 0.1; }

 private:
  double each_;
  std::map<std::uint32_t, double> seconds_;  // made for all threads before any executes
};

dat::Machine pair_machine() {
  return two_core_machine("", R"(, "read_bandwidth": 1e10, "latency": "100 ns")");
}

// Blocks, each with a reference to that page.
void add_work(std::vector<Word>& words, unsigned blocks, Word page) {
  for (unsigned i = 0; i < blocks; ++i) {
    words.push_back(reftrace::executed(1, 0));
    words.push_back(reference(page * 4096, 3, Op::read));
  }
}

// Two threads that meet once, the second of which then goes on in another phase.
FinishedRun run_of_two(std::vector<CoreClock*> clocks, std::uint32_t intervals,
                       unsigned host_threads) {
  constexpr Word barrier = 0x1000;
  blocks::testing::TestCode code;
  code.blocks[1] = blocks::testing::description(
      {{blocks::Kind::load, {}, {{1, 0}}, {{Op::read, {blocks::testing::reg(0)}}}}});
  std::vector<Word> first, second;
  add_work(first, 300, 10);  // and a page fault
  add_signal(first, barrier);
  add_wait(first, barrier, 2);
  add_work(first, 100, 10);
  add_work(second, 500, 10);
  add_signal(second, barrier);
  add_wait(second, barrier, 2);
  add_event(second, Event::phase, {1});
  add_work(second, 50, 20);
  const dat::Machine machine = pair_machine();
  const dat::Routes routes(machine);
  SimulationOptions options;
  options.observe.clocks = std::move(clocks);
  options.observe.intervals = intervals;
  options.weave.interval = 100;
  options.weave.host_threads = host_threads;
  Simulation simulation(machine, routes, options);
  VectorFeed feed({thread_of(first), thread_of(second)});
  feed.know(code);
  simulation.run(feed);
  return std::move(simulation).finished();
}

TEST(Observer, ThreadsThatMeetGoOnTogether) {
  for (const std::uint32_t intervals : {0U, 1U, 10U})
    for (const unsigned host_threads : {1U, 2U}) {
      BlockClock clock;
      const FinishedRun run = run_of_two({&clock}, intervals, host_threads);
      ASSERT_EQ(run.thread_times.size(), 2U);
      EXPECT_NEAR(run.thread_times[0][0].worked, 400.1, 1e-9);
      EXPECT_NEAR(run.thread_times[0][0].waited, 199.9, 1e-9);
      EXPECT_EQ(run.thread_times[0][0].waited_for, 1U);
      EXPECT_NEAR(run.thread_times[1][0].worked, 500, 1e-9);
      EXPECT_EQ(run.thread_times[1][0].waited, 0);
      EXPECT_NEAR(run.thread_times[1][1].worked, 50.1, 1e-9);
      const std::vector<PhaseCounts>& phases = run.estimate.phases;
      EXPECT_NEAR(phases[0].elapsed, 600, 1e-9);
      EXPECT_NEAR(phases[0].core_times[0].time, 400, 1e-9);
      EXPECT_NEAR(phases[0].core_times[1].time, 500, 1e-9);
      EXPECT_NEAR(phases[1].core_times[1].time, 50, 1e-9);
    }
}

// The second thread's core is not described.
class HalfAClock : public BlockClock {
 public:
  std::optional<CoreTime> time(std::uint32_t thread) override {
    return thread == 1 ? std::nullopt : BlockClock::time(thread);
  }
};

TEST(Observer, ThreadsAreInOneTimeWhereAllOfThemAreTimed) {
  HalfAClock clock;
  const FinishedRun run = run_of_two({&clock}, 0, 1);
  EXPECT_TRUE(run.thread_times.empty());
  EXPECT_EQ(run.estimate.phases[0].elapsed, 0);
  EXPECT_NEAR(run.estimate.phases[0].core_times[0].time, 400, 1e-9);
}

void expect_equal(const RunTimes& times, const FinishedRun& run) {
  for (std::size_t phase = 0; phase < run.estimate.phases.size(); ++phase) {
    const PhaseCounts& counts = run.estimate.phases[phase];
    ASSERT_EQ(times.core_times[phase].size(), counts.core_times.size());
    for (std::size_t core = 0; core < counts.core_times.size(); ++core)
      EXPECT_EQ(times.core_times[phase][core].time, counts.core_times[core].time);
    EXPECT_EQ(phase < times.elapsed.size() ? times.elapsed[phase] : 0, counts.elapsed);
  }
  ASSERT_EQ(times.thread_times.size(), run.thread_times.size());
  for (std::size_t thread = 0; thread < run.thread_times.size(); ++thread)
    for (std::size_t phase = 0; phase < run.thread_times[thread].size(); ++phase)
      EXPECT_EQ(times.thread_times[thread][phase].waited, run.thread_times[thread][phase].waited);
}

// Each as if it were alone.
TEST(Observer, SeveralClocksTimeTheSameRun) {
  for (const unsigned host_threads : {1U, 2U}) {
    BlockClock first, slow(2.5), fast(0.125), slow_alone(2.5), fast_alone(0.125);
    const FinishedRun together = run_of_two({&first, &slow, &fast}, 3, host_threads);
    ASSERT_EQ(together.other_times.size(), 2U);
    EXPECT_NEAR(together.estimate.phases[0].elapsed, 600, 1e-9);
    EXPECT_NEAR(together.other_times[0].elapsed[0], 1500, 1e-9);
    expect_equal(together.other_times[0], run_of_two({&slow_alone}, 3, host_threads));
    expect_equal(together.other_times[1], run_of_two({&fast_alone}, 3, host_threads));
  }
}

TEST(Observer, LongerLatenciesAreLookedAtInTheSameRun) {
  const std::vector<ObservedInterval> observed = observe(chains_of(2, 2000), 10, {200e-9, 500e-9});
  EXPECT_NEAR(overlap_of(observed, 0).time, 2000 * 100e-9, 1e-6);
  EXPECT_NEAR(overlap_of(observed, 1).time, 2000 * 200e-9, 1e-6);
  EXPECT_NEAR(overlap_of(observed, 2).time, 2000 * 500e-9, 1e-6);
}

TEST(Observer, IndependentReadsFillTheBuffers) {
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < 5000; ++i)
    words.push_back(reference(0x100000 + 64 * i, 3, Op::read));
  const OverlapCounts overlap = overlap_of(observe(words, 10));
  EXPECT_NEAR(overlap.outstanding / overlap.any, 12, 0.1);
}

// x[column[i]]: the columns come eight to a line, so seven of them hit a line that is still under
// way, and what is read of x waits for it as well.
TEST(Observer, HitsOnALineUnderWayWaitForIt) {
  std::vector<Word> words;
  constexpr std::uint64_t lines = 1000;
  for (std::uint64_t i = 0; i < 8 * lines; ++i) {
    // Which line comes next is read from the one before.
    if (i % 8 == 0 && i > 0) add_event(words, Event::depends, {1});
    words.push_back(reference(0x100000 + 8 * i, 3, Op::read));
    if (i % 8 != 7) continue;
    add_event(words, Event::depends, {1});
    words.push_back(reference(0x900000 + 64 * i, 3, Op::read));
  }
  // A line of columns, then one of x, and so on: nothing overlaps, though x depends on a hit.
  const OverlapCounts overlap = overlap_of(observe(words, 10));
  EXPECT_NEAR(overlap.outstanding / overlap.any, 1, 0.01);
  EXPECT_NEAR(overlap.time, 2 * lines * 100e-9, 0.03 * 2 * lines * 100e-9);
}

TEST(Observer, IntervalsAreAsManyAsWantedAndTheWholeRun) {
  const std::vector<Word> words = chains_of(2, 10'000);
  const std::vector<ObservedInterval> whole = observe(words, 1);
  const std::vector<ObservedInterval> parts = observe(words, 10);
  EXPECT_LE(whole.size(), 2U);
  EXPECT_GE(parts.size(), 10U);
  EXPECT_LE(parts.size(), 20U);
  EXPECT_NEAR(overlap_of(whole).time, overlap_of(parts).time, 1e-12);
  EXPECT_NEAR(overlap_of(whole).any, overlap_of(parts).any, 1e-12);
  std::uint64_t references = 0, end = 0, instructions = 0;
  for (const ObservedInterval& part : parts) {
    EXPECT_EQ(part.part.begin, end);
    end = part.part.end;
    references += references_of(part.counts.core[0]);
    for (const ThreadOverlap& thread : part.threads) instructions += thread.instructions;
  }
  EXPECT_EQ(references, 20'000U);
  EXPECT_EQ(instructions, 40'000U);
}

TEST(Observer, PhasesAreToldApart) {
  std::vector<Word> words = chains_of(1, 1000);
  add_event(words, Event::phase, {1});
  // The first of them overlap the end of the chain.
  for (std::uint64_t i = 0; i < 10'000; ++i)
    words.push_back(reference(0x900000 + 64 * i, 3, Op::read));
  double any[2] = {}, outstanding[2] = {};
  for (const ObservedInterval& interval : observe(words, 4))
    for (const ThreadOverlap& thread : interval.threads) {
      any[interval.part.phase] += thread.overlap[0].any;
      outstanding[interval.part.phase] += thread.overlap[0].outstanding;
    }
  EXPECT_NEAR(outstanding[0] / any[0], 1, 0.01);
  EXPECT_NEAR(outstanding[1] / any[1], 12, 0.3);
}

// What a sink was told of, kept.
struct KeptMoment {
  bool enters;
  std::optional<Word> region;
  double time;
  std::uint64_t loads, l1_misses;
};

class KeptMoments : public RegionSink {
 public:
  void moment(const RegionMoment& m) override {
    std::uint64_t loads = 0;
    for (const std::uint64_t count : m.own.references[0]) loads += count;
    moments.push_back({m.enters, m.region, m.time, loads, m.own.cache[0].read_misses});
  }
  void end(const RegionMoment& last) override { moment(last); }
  std::vector<KeptMoment> moments;
};

std::vector<KeptMoment> moments_of(const std::vector<std::vector<Word>>& threads) {
  const dat::Machine machine = chase_machine();
  const dat::Routes routes(machine);
  KeptMoments kept;
  SimulationOptions options;
  options.observe.regions = &kept;
  options.weave.interval = 100;
  Simulation simulation(machine, routes, options);
  std::vector<std::vector<Word>> streams;
  for (const auto& words : threads) streams.push_back(thread_of(words));
  VectorFeed feed(std::move(streams));
  simulation.run(feed);
  return kept.moments;
}

TEST(Observer, TellsWhatWasCountedWhereRegionsBeginAndEnd) {
  std::vector<Word> words;
  add_event(words, Event::region_enter, {1000});  // before any reference
  const auto read_lines = [&](std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i)
      words.push_back(reference(0x100000 + 64 * (first + i), 3, Op::read));
  };
  read_lines(0, 7);
  add_event(words, Event::region_enter, {2000});
  read_lines(0, 5);    // hits
  read_lines(100, 3);  // misses
  add_event(words, Event::region_exit, {2000});
  read_lines(200, 250);  // over several intervals of the weave
  add_event(words, Event::region_exit, {});
  read_lines(500, 9);  // of no region's end but the thread's
  const std::vector<KeptMoment> moments = moments_of({words});
  ASSERT_EQ(moments.size(), 5U);
  EXPECT_EQ(moments[0].region, Word{1000});
  EXPECT_EQ(moments[0].loads, 0U);
  EXPECT_EQ(moments[1].region, Word{2000});
  EXPECT_EQ(moments[1].loads, 7U);
  EXPECT_EQ(moments[1].l1_misses, 7U);
  EXPECT_TRUE(moments[1].enters);
  EXPECT_FALSE(moments[2].enters);
  EXPECT_EQ(moments[2].region, Word{2000});
  EXPECT_EQ(moments[3].region, std::nullopt);
  EXPECT_EQ(moments[2].loads, 15U);
  EXPECT_EQ(moments[2].l1_misses, 10U);
  EXPECT_EQ(moments[3].loads, 265U);
  EXPECT_EQ(moments[3].l1_misses, 260U);
  EXPECT_FALSE(moments[4].enters);
  EXPECT_EQ(moments[4].loads, 274U);
  EXPECT_EQ(moments[4].l1_misses, 269U);
  for (std::size_t i = 1; i < moments.size(); ++i)
    EXPECT_GE(moments[i].time, moments[i - 1].time) << i;
  EXPECT_GT(moments[3].time, moments[2].time);
}

}  // namespace
}  // namespace hpcast::memsim
