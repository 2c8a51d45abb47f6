#include "hpcast/models/memsim/simulation.h"

#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

// Two cores with L1 1 KiB and L2 4 KiB each, a shared L3 of 16 KiB, one memory.
dat::Machine two_cores() {
  return dat::parse_machine(R"({
    "core_class": [{"name": "c", "dp_flops": 1e9, "sp_flops": 2e9, "ips": 1e9}],
    "cache_class": [
      {"name": "l1", "capacity": 1024, "associativity": 2, "linesize": 64, "read_bandwidth": 1e11},
      {"name": "l2", "capacity": 4096, "associativity": 4, "linesize": 64, "read_bandwidth": 5e10},
      {"name": "l3", "capacity": 16384, "associativity": 8, "linesize": 64, "read_bandwidth": 3e10}],
    "mem_class": [{"name": "m", "capacity": 1073741824, "linesize": 64, "read_bandwidth": 1e10}],
    "router_class": [], "edge_class": [{"name": "e"}],
    "core_obj": [{"name": "c0", "class": "c"}, {"name": "c1", "class": "c"}],
    "cache_obj": [{"name": "l1_0", "class": "l1"}, {"name": "l1_1", "class": "l1"},
                  {"name": "l2_0", "class": "l2"}, {"name": "l2_1", "class": "l2"},
                  {"name": "l3", "class": "l3"}],
    "mem_obj": [{"name": "m", "class": "m"}], "router_obj": [],
    "edge_obj": [{"name": "e0", "class": "e", "source": "c0", "target": "l1_0"},
                 {"name": "e1", "class": "e", "source": "c1", "target": "l1_1"},
                 {"name": "e2", "class": "e", "source": "l1_0", "target": "l2_0"},
                 {"name": "e3", "class": "e", "source": "l1_1", "target": "l2_1"},
                 {"name": "e4", "class": "e", "source": "l2_0", "target": "l3"},
                 {"name": "e5", "class": "e", "source": "l2_1", "target": "l3"},
                 {"name": "e6", "class": "e", "source": "l3", "target": "m"}]})",
                            "two_cores");
}

TEST(Simulation, TriadColdMissesAreFootprintOverLine) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  for (const bool coherent : {false, true}) {
    Simulation simulation(machine, routes, {.coherent = coherent, .placement = {}, .weave = {}});
    constexpr std::uint64_t n = 8192;
    std::vector<Word> words;
    for (std::uint64_t i = 0; i < n; ++i) {
      words.push_back(reference(0x200080 + 8 * i, 3, Op::read));
      words.push_back(reference(0x300100 + 8 * i, 3, Op::read));
      words.push_back(reference(0x100000 + 8 * i, 3, Op::write));
    }
    VectorFeed feed({thread_of(words)});
    simulation.run(feed);
    const PhaseCounts& counts = simulation.phases()[0];
    const std::uint64_t lines = n * 8 / 64;
    EXPECT_EQ(counts.core[0].references[0][3], 2 * n);
    EXPECT_EQ(counts.core[0].references[1][3], n);
    EXPECT_EQ(counts.core[0].cache[0].read_misses, 2 * lines);
    EXPECT_EQ(counts.core[0].cache[0].write_misses, lines);
    const PathFlow& path = counts.path[simulation.topology().path(0, 0)];
    EXPECT_EQ(path.level[1].reads, 3 * lines);
    EXPECT_EQ(path.level[1].bytes_read, 3 * lines * 64);
    // All of a[] is written back but what the caches still hold: at most the 16 KiB of L3 and
    // above.
    EXPECT_LE(path.level[1].writes, lines);
    EXPECT_GE(path.level[1].writes, lines - (16384 + 4096 + 1024) / 64);
  }
}

// Stores to each 64 bytes of so many pages.
std::vector<Word> touching(std::uint64_t first_page, std::uint64_t pages) {
  std::vector<Word> words;
  for (std::uint64_t line = first_page * 64; line < (first_page + pages) * 64; ++line)
    words.push_back(reference(line * 64, 3, Op::write));
  return words;
}

std::vector<std::uint64_t> first_touches(const PhaseCounts& counts) {
  std::vector<std::uint64_t> touches;
  for (const PathFlow& path : counts.path) touches.push_back(path.first_touches);
  return touches;
}

using Touches = std::vector<std::uint64_t>;

// Twice over 100 pages, in two phases; another thread over the last 10 of them, and 7 of its own.
std::vector<std::vector<Word>> touching_threads() {
  std::vector<Word> one = touching(16, 60), other;
  add_event(one, Event::phase, {1});
  const std::vector<Word> all = touching(16, 100);
  one.insert(one.end(), all.begin(), all.end());
  add_signal(one, 5);
  add_wait(other, 5, 1);
  const std::vector<Word> rest = touching(106, 17);
  other.insert(other.end(), rest.begin(), rest.end());
  return {thread_of(one), thread_of(other)};
}

TEST(Simulation, WhoTouchesAPageFirstIsCounted) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  for (const std::uint32_t intervals : {0U, 3U}) {
    SimulationOptions options;
    options.observe.intervals = intervals;
    Simulation simulation(machine, routes, options);
    VectorFeed feed(touching_threads());
    simulation.run(feed);
    EXPECT_EQ(simulation.pages(), 107U);
    EXPECT_EQ(first_touches(simulation.phases()[0]), (Touches{60, 7}));
    EXPECT_EQ(first_touches(simulation.phases()[1]), (Touches{40, 0}));
  }
}

// What was given back is touched first again, though the caches had all of it; its memory has room.
TEST(Simulation, PagesGivenBackAreTouchedFirstAgain) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  for (const bool coherent : {false, true}) {
    for (const std::uint64_t pages : {std::uint64_t{1}, std::uint64_t{100}}) {
      std::vector<Word> words = touching(16, pages);
      add_event(words, Event::unmapped, {16 * 4096 + 4096 * (pages - 1), 4096});
      for (const Word w : touching(16, pages)) words.push_back(w);
      add_event(words, Event::unmapped, {16 * 4096, 4096 * pages});
      add_event(words, Event::unmapped, {16 * 4096, std::uint64_t{1} << 47});
      for (const Word w : touching(16, pages)) words.push_back(w);
      Simulation simulation(machine, routes, {.coherent = coherent, .placement = {}, .weave = {}});
      VectorFeed feed({thread_of(words)});
      simulation.run(feed);
      EXPECT_EQ(first_touches(simulation.phases()[0]), (Touches{2 * pages + 1, 0}));
      EXPECT_EQ(simulation.pages(), pages);
    }
  }
}

// Of a page some is still there.
TEST(Simulation, PartsOfPagesAreNotGivenBack) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {});
  std::vector<Word> words = touching(16, 3);
  add_event(words, Event::unmapped, {16 * 4096 + 64, 2 * 4096});
  for (const Word w : touching(16, 3)) words.push_back(w);
  VectorFeed feed({thread_of(words)});
  simulation.run(feed);
  EXPECT_EQ(first_touches(simulation.phases()[0]), (Touches{4, 0}));
}

// A sample leaves out no page.
TEST(Simulation, FirstTouchesAreExactInASample) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  for (const auto kind : {SampleOptions::Kind::sets, SampleOptions::Kind::time}) {
    SimulationOptions options;
    options.weave.interval = 128;
    options.sample = {kind, 4, 1, 0, 1};
    Simulation simulation(machine, routes, options);
    VectorFeed feed(touching_threads());
    simulation.run(feed);
    EXPECT_EQ(first_touches(simulation.phases()[0]), (Touches{60, 7}));
    EXPECT_EQ(first_touches(simulation.phases()[1]), (Touches{40, 0}));
  }
}

TEST(Simulation, NonTemporalStoresMeetOnlyTheMemory) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {});
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < 1024; ++i)
    words.push_back(reference(0x100000 + 16 * i, 4, Op::nontemporal_write));
  VectorFeed feed({thread_of(words)});
  simulation.run(feed);
  const PathFlow& path = simulation.phases()[0].path[0];
  EXPECT_EQ(path.bypass.writes, 256U);
  EXPECT_EQ(path.bypass.bytes_written, 16384U);
  EXPECT_EQ(path.level[1].reads, 0U);
}

TEST(Simulation, PingPongInvalidatesOncePerHandOver) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.coherent = true, .placement = {}, .weave = {}});
  constexpr int turns = 50;
  std::vector<Word> a, b;
  for (int turn = 0; turn < turns; ++turn) {
    a.push_back(reference(0x1000, 3, Op::write));
    add_signal(a, 7);
    add_wait(a, 8, turn + 1);
    add_wait(b, 7, turn + 1);
    b.push_back(reference(0x1000, 3, Op::write));
    add_signal(b, 8);
  }
  VectorFeed feed({thread_of(a), thread_of(b)});
  simulation.run(feed);
  const PhaseCounts& counts = simulation.phases()[0];
  EXPECT_EQ(counts.core[0].cache[0].invalidations, turns);
  EXPECT_EQ(counts.core[1].cache[0].invalidations, turns - 1);
  EXPECT_EQ(counts.core[0].cache[0].write_misses, turns);
  EXPECT_EQ(simulation.weaver().unmet_waits(), 0U);
}

// What a thread of such a process writes, at least.
std::vector<Word> thread_of_rank(Word process, Word rank, Word ranks) {
  std::vector<Word> words;
  add_event(words, Event::process, {process, rank, ranks});
  words.push_back(reference(0x1000, 3, Op::read));
  return thread_of(words);
}

TEST(Simulation, RanksDivideTheCores) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.placement = {}, .weave = {.core_order = {1, 0, 1, 0}}});
  // Two threads of rank 1, one of rank 0: the first block is cores 1 and 0, as the second one.
  VectorFeed feed({thread_of_rank(0, 1, 2), thread_of_rank(0, 1, 2), thread_of_rank(1, 0, 2)});
  simulation.run(feed);
  const FinishedRun run = std::move(simulation).finished();
  EXPECT_EQ(run.thread_numbers(), 3U);
  EXPECT_EQ(run.thread(0)->core, 1U);
  EXPECT_EQ(run.thread(1)->core, 0U);
  EXPECT_EQ(run.thread(2)->core, 1U);
  EXPECT_EQ(run.thread(0)->rank.rank, 1U);
  EXPECT_EQ(run.thread(2)->rank.rank, 0U);
  EXPECT_EQ(run.thread(3), nullptr);
}

// One that waits for the end of the other's two threads, one of which was cut off, comes after
// them.
TEST(Simulation, ProcessesOneAfterTheOtherHaveTheSameCores) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  SimulationOptions options;
  options.weave.interval = 100;
  Simulation simulation(machine, routes, options);
  std::vector<Word> first, second;
  add_event(first, Event::process, {0, 0, 0});
  first.resize(first.size() + 10000, reference(0x1000, 3, Op::read));
  add_event(second, Event::process, {1, 0, 0});
  add_wait(second, reftrace::end_of_process(0), 2);
  second.push_back(reference(0x1000, 3, Op::read));
  VectorFeed feed({thread_of(first), first, thread_of(second)});
  simulation.run(feed);
  EXPECT_EQ(simulation.weaver().unmet_waits(), 0U);
  const FinishedRun run = std::move(simulation).finished();
  EXPECT_EQ(run.thread(0)->core, 0U);
  EXPECT_EQ(run.thread(1)->core, 1U);
  EXPECT_EQ(run.thread(2)->core, 0U);
}

TEST(Simulation, MoreRanksThanCoresShareThem) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.placement = {}, .weave = {}});
  VectorFeed feed({thread_of_rank(0, 0, 3), thread_of_rank(1, 1, 3), thread_of_rank(2, 2, 3)});
  simulation.run(feed);
  const FinishedRun run = std::move(simulation).finished();
  EXPECT_EQ(run.thread(0)->core, 0U);
  EXPECT_EQ(run.thread(1)->core, 1U);
  EXPECT_EQ(run.thread(2)->core, 0U);
}

TEST(Simulation, RefusesAProcessThatComesAfterReferences) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.placement = {}, .weave = {}});
  std::vector<Word> words{reference(0x1000, 3, Op::read)};
  add_event(words, Event::process, {0, 0, 2});
  VectorFeed feed({thread_of(words)});
  EXPECT_THROW(simulation.run(feed), InputError);
}

// The log of another run: the thread is to be set aside where it never comes to.
TEST(Simulation, RefusesAMergeLogThatDoesNotFit) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.placement = {}, .weave = {}});
  VectorFeed feed({thread_of(std::vector<Word>(10, reference(0x1000, 3, Op::read)))});
  const MergeLog log{{0, 0, true, 0}, {7, 0, false, 8}};
  EXPECT_THROW(simulation.run(feed, &log), InputError);
}

TEST(Simulation, RefusesARankThatIsNone) {
  const dat::Machine machine = two_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.placement = {}, .weave = {}});
  VectorFeed feed({thread_of_rank(0, 2, 2)});
  EXPECT_THROW(simulation.run(feed), InputError);
}

}  // namespace
}  // namespace hpcast::memsim
