#include "hpcast/inputs/calibrate/measure.h"

#include <gmock/gmock.h>

#include <csignal>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/calibrate/affinity.h"
#include "hpcast/inputs/calibrate/footprint.h"
#include "hpcast/inputs/calibrate/rounds.h"
#include "hpcast/inputs/calibrate/seen_capacity.h"
#include "hpcast/inputs/calibrate/settled.h"
#include "hpcast/inputs/calibrate/streams.h"
#include "hpcast/inputs/calibrate/team.h"

namespace hpcast::calibrate {
namespace {

using testing::ElementsAre;

TEST(RoundsTest, EachRoundKeepsItsQuickestBurst) {
  const Interruption interruption;
  Rounds rounds;
  int burst = 0, prepared = 0;
  const std::size_t first =
      rounds.add({[&] { ++prepared; }, [&] { return burst++ % 4 == 3 ? 1.0 : 2.0; }, 4});
  const std::size_t second = rounds.add({{}, [] { return 5.0; }, 1});
  rounds.run(0, 3, interruption);
  EXPECT_EQ(rounds.count(), 3);
  EXPECT_EQ(rounds.of(first).count(), 3U);
  EXPECT_EQ(rounds.of(first).value(), 1.0);
  EXPECT_EQ(rounds.of(second).value(), 5.0);
  EXPECT_EQ(prepared, 4);  // before warming up too
}

TEST(RoundsTest, AnInterruptionEndsThem) {
  const Interruption interruption;
  Rounds rounds;
  int burst = 0;
  rounds.add({{}, [&] { return ++burst == 12 ? std::raise(SIGINT) : 1.0; }, 1});
  EXPECT_THROW(rounds.run(1000, 9, interruption), InputError);
  EXPECT_EQ(burst, 12);
}

TEST(FootprintTest, WaysLeadThroughSomeLinesOfEachPage) {
  Lines lines = lines_of_pages(3, 2);
  EXPECT_THAT(lines, ElementsAre(0, 32, 65, 97, 130, 162));
  Lines shuffled = lines;
  shuffle(shuffled, 2);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(shuffled[i] / 64, lines[i] / 64);
  shuffle(shuffled, 6);
  EXPECT_THAT(shuffled, testing::UnorderedElementsAreArray(lines));
}

TEST(FootprintTest, OfAPairOneLineIsTaken) {
  EXPECT_THAT(one_of_pairs({3, 2, 1, 0, 64, 65, 127}), ElementsAre(2, 0, 65, 127));
}

TEST(FootprintTest, LinesOfASetAreAWayApart) {
  EXPECT_THAT(lines_of_set(3, 4096), ElementsAre(0, 64, 128));
}

TEST(FootprintTest, AWayGoesThroughItsBlocksOneAfterTheOther) {
  const Lines lines = lines_by_blocks(std::size_t{4} << 20);
  const std::size_t block = lines.size() / 2;
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i] / block, i / block);
}

TEST(FootprintTest, TwoWaysLeadThroughTheSameLines) {
  const Footprint memory(8192, Pages::small);
  const Lines lines = lines_of_pages(2, 64);
  Chase one(memory, lines), other(memory, lines, 1);
  void* const* const first = reinterpret_cast<void**>(memory.data());
  EXPECT_EQ(static_cast<char*>(first[0]), memory.data() + Chase::line);
  EXPECT_EQ(static_cast<char*>(first[1]), memory.data() + Chase::line + sizeof(void*));
}

TEST(FootprintTest, AChaseMeetsEachLineOnce) {
  const Footprint memory(64 * 8192);
  Chase chase(memory);
  EXPECT_EQ(chase.lines(), 8192U);
  void* const first = memory.data();
  void* at = *static_cast<void**>(first);
  std::size_t steps = 1;
  for (; at != first && steps <= chase.lines(); ++steps) at = *static_cast<void**>(at);
  EXPECT_EQ(steps, chase.lines());
  chase.walk(1, 10);
  chase.walk(Chase::most_at_once, 10);
}

TEST(StreamsTest, CopyWhatTheyAreGiven) {
  alignas(64) char from[1024], to[1024] = {};
  for (std::size_t i = 0; i < sizeof from; ++i) from[i] = static_cast<char>(i);
  streams().read(from, sizeof from);
  streams().copy(to, from, sizeof from);
  EXPECT_EQ(std::string(to, sizeof to), std::string(from, sizeof from));
  streams().write(to, 512);
  EXPECT_EQ(std::string(to + 512, 512), std::string(from + 512, 512));
}

TEST(TeamTest, AllTakePart) {
  const std::vector<unsigned> before = allowed_cpus();
  {
    Team team({before[0], before.back()});
    std::vector<int> done(2);
    for (int i = 0; i < 3; ++i)
      EXPECT_GT(team.run([&](std::size_t member) {
        team.meeting().wait();
        ++done[member];
      }),
                0);
    EXPECT_THAT(done, ElementsAre(3, 3));
  }
  EXPECT_EQ(allowed_cpus(), before);
}

// Lines take 40 ns in a cache of 300 MiB of which 20 are this machine's, 130 behind.
TEST(SeenCapacityTest, EndsWhereLinesComeToTakeMuchLonger) {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  std::vector<std::size_t> asked;
  const auto time = [&](std::size_t bytes) {
    asked.push_back(bytes / mebibyte);
    const double kept = bytes <= 20 * mebibyte ? 1 : 0.3;
    return 40e-9 * kept + 130e-9 * (1 - kept);
  };
  EXPECT_EQ(seen_capacity(6 * mebibyte, 300 * mebibyte, time), 18 * mebibyte);
  EXPECT_THAT(asked, ElementsAre(6, 12, 24, 6, 12, 24, 6, 12, 24, 18));
  EXPECT_EQ(seen_capacity(8 * mebibyte, 300 * mebibyte, time), 16 * mebibyte);
  EXPECT_EQ(seen_capacity(6 * mebibyte, 32 * mebibyte, time), std::nullopt);  // all of it
  EXPECT_EQ(seen_capacity(6 * mebibyte, 10 * mebibyte, time), std::nullopt);  // cannot be told
}

// For a while a neighbour has all of it.
TEST(SeenCapacityTest, IsTheMostThatWasSeen) {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  int asked = 0;
  const auto time = [&](std::size_t bytes) {
    return ++asked > 3 && bytes <= 20 * mebibyte ? 40e-9 : 130e-9;
  };
  EXPECT_EQ(seen_capacity(6 * mebibyte, 300 * mebibyte, time), 18 * mebibyte);
}

TEST(SeenCapacityTest, ALineTakesSomeTime) {
  EXPECT_GT(time_of_line(65536), 1e-10);
  EXPECT_LT(time_of_line(65536), 1e-5);
}

TEST(SettleTest, GoesOnWhileItGetsQuicker) {
  int passes = 0;
  EXPECT_EQ(settle([&] { return ++passes < 9 ? 12.0 - passes : 3.0; }), 3.0);
  EXPECT_EQ(passes, 10);
  passes = 0;
  EXPECT_EQ(settle([&] { return ++passes == 2 ? 4.0 : 5.0; }), 4.0);
  EXPECT_EQ(passes, 6);  // at least
}

// Only that all numbers are there: a test's host is busy, its build slow.
TEST(MeasureTest, MeasuresAll) {
  const Interruption interruption;
  MeasureRequest request;
  Level cache, memory;
  cache.alone = cache.together = cache.chase = 16384;
  memory.is_memory = true;
  memory.alone = memory.together = memory.chase = memory.beside = 1 << 20;
  request.levels = {cache, memory};
  request.pages = {512, 1024};
  request.cpus = {allowed_cpus().front(), allowed_cpus().back()};
  request.seconds = 0;
  request.least_rounds = 1;
  const Times times = measure(request, interruption);
  EXPECT_EQ(times.rounds, 1);
  EXPECT_EQ(times.loops.size(), times.benches.size());
  EXPECT_EQ(times.benches.size(), instruction_benches().size());
  ASSERT_EQ(times.levels.size(), 2U);
  EXPECT_EQ(times.translation.by_pages.size(), 3U);
  EXPECT_EQ(times.translation.far_pages, 1024U);
  EXPECT_EQ(times.loads.size(), 8U);
  std::vector<Least> all = times.loops;
  all.insert(all.end(), {times.add, times.page_fault, times.meeting});
  for (const LevelTimes& level : times.levels)
    all.insert(all.end(), {level.latency, level.alone.read, level.alone.write, level.alone.copy,
                           level.together.read, level.together.write, level.together.copy});
  for (const auto& [count, time] : times.in_flight) all.push_back(time);
  for (const LoadTime& load : times.loads) all.push_back(load.latency);
  for (const auto& [count, time] : times.translation.at_once) all.push_back(time);
  for (const PageTimes& t : times.translation.by_pages) all.insert(all.end(), {t.spread, t.packed});
  all.insert(all.end(), {times.translation.far, times.translation.far_by_blocks});
  for (const Least& least : all) {
    EXPECT_EQ(least.count(), 1U);
    EXPECT_GT(least.value(), 0);
    EXPECT_LT(least.value(), 1);
  }
}

}  // namespace
}  // namespace hpcast::calibrate
