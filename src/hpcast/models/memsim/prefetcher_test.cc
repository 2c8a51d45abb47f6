// What prefetchers bring, line by line.
#include "hpcast/models/memsim/prefetcher.h"

#include <gmock/gmock.h>

#include <vector>

#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/test_machines.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Lines = std::vector<std::uint64_t>;

// Of a cache with lines of 64 bytes, of which a page has 64.
class Tested {
 public:
  explicit Tested(const PrefetchRule& rule) : storage_(Prefetcher::storage_words(rule)) {
    CacheShape shape{};
    shape.log2_line = 6;
    shape.prefetch = rule;
    prefetcher_.init(shape, storage_.data());
  }
  Lines wanted(std::uint64_t line) {
    Lines lines;
    prefetcher_.wanted(line, [&](std::uint64_t next) { lines.push_back(next); });
    return lines;
  }
  Lines referred(std::uint64_t address, std::uint64_t instruction = 7) {
    Lines lines;
    prefetcher_.referred(address, instruction, [&](std::uint64_t next) { lines.push_back(next); });
    return lines;
  }

 private:
  std::vector<std::uint64_t> storage_;
  Prefetcher prefetcher_;
};

TEST(Prefetcher, NextLinesAreOfTheSamePage) {
  Tested tested({Prefetching::next_line, 3, 0});
  EXPECT_THAT(tested.wanted(10), ElementsAre(11, 12, 13));
  EXPECT_THAT(tested.wanted(10), ElementsAre(11, 12, 13));
  EXPECT_THAT(tested.wanted(62), ElementsAre(63));
  EXPECT_THAT(tested.wanted(63), IsEmpty());
}

TEST(Prefetcher, StreamsAreKnownByTheThirdLine) {
  Tested tested({Prefetching::streams, 2, 4});
  EXPECT_THAT(tested.wanted(10), IsEmpty());
  EXPECT_THAT(tested.wanted(11), IsEmpty());
  EXPECT_THAT(tested.wanted(12), ElementsAre(13, 14));
  EXPECT_THAT(tested.wanted(13), ElementsAre(15, 16));
  EXPECT_THAT(tested.wanted(14), ElementsAre(17, 18));
  EXPECT_THAT(tested.wanted(15), ElementsAre(19));  // four ahead, no more
  EXPECT_THAT(tested.wanted(14), IsEmpty());        // back: another stream
  EXPECT_THAT(tested.wanted(13), ElementsAre(12, 11));
}

TEST(Prefetcher, StreamsOfSeventeenPagesForgetTheFirst) {
  Tested tested({Prefetching::streams, 1, 1});
  for (std::uint64_t page = 0; page < 17; ++page)
    for (std::uint64_t line = 0; line < 2; ++line) tested.wanted(64 * page + line);
  EXPECT_THAT(tested.wanted(64 * 16 + 2), ElementsAre(64 * 16 + 3));
  EXPECT_THAT(tested.wanted(2), IsEmpty());
}

TEST(Prefetcher, StridesAreKnownByTheFourthEqualStep) {
  Tested tested({Prefetching::stride, 2, 3});
  for (const std::uint64_t a : {0, 256, 512, 768}) EXPECT_THAT(tested.referred(a), IsEmpty());
  EXPECT_THAT(tested.referred(1024), ElementsAre(20, 24));  // 1280, 1536
  EXPECT_THAT(tested.referred(1280), ElementsAre(28, 32));
  EXPECT_THAT(tested.referred(1536), ElementsAre(36));
  EXPECT_THAT(tested.referred(3584), IsEmpty());
}

TEST(Prefetcher, ShortStridesGoOnByLines) {
  Tested tested({Prefetching::stride, 1, 2});
  Lines all;
  for (std::uint64_t a = 0; a < 256; a += 8)
    for (const std::uint64_t line : tested.referred(a)) all.push_back(line);
  EXPECT_THAT(all, ElementsAre(1, 2, 3, 4, 5));
}

TEST(Prefetcher, InstructionsHaveStridesOfTheirOwn) {
  Tested tested({Prefetching::stride, 1, 1});
  for (std::uint64_t i = 0; i < 4; ++i) {
    tested.referred(64 * i, 1);
    tested.referred(1 << 20, 2);
    tested.referred(128 * i, 0);  // it is not known which
  }
  EXPECT_THAT(tested.referred(64 * 4, 1), ElementsAre(5));
  EXPECT_THAT(tested.referred(128 * 4, 0), IsEmpty());
  EXPECT_THAT(tested.referred(64 * 5, 257), IsEmpty());  // takes the place of 1
  EXPECT_THAT(tested.referred(64 * 5, 1), IsEmpty());
}

// --- In a simulation ---

dat::Machine machine_with(const PrefetchRule& rule) {
  dat::Machine machine = two_core_machine(R"(, "dp_flops": 1, "sp_flops": 1, "ips": 1)",
                                          R"(, "read_bandwidth": 1e10)");
  machine.cache_classes[0].prefetcher = rule;
  return machine;
}

PhaseCounts run(const dat::Machine& machine, const std::vector<Word>& references) {
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {});
  VectorFeed feed({thread_of(references)});
  simulation.run(feed);
  return simulation.phases()[0];
}

std::vector<Word> reads(std::uint64_t first, std::uint64_t count, std::uint64_t step) {
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < count; ++i)
    words.push_back(reference(first + i * step, 3, Op::read, 5));
  return words;
}

// 256 pages, read line by line: a page's first three lines are missed, the others prefetched.
TEST(PrefetcherInRun, StreamsMissThePagesFirstLines) {
  const PhaseCounts counts =
      run(machine_with({Prefetching::streams, 2, 16}), reads(0, 1 << 14, 64));
  const CacheCounters& cache = counts.core[0].cache[0];
  EXPECT_EQ(cache.read_misses, 3U * 256);
  EXPECT_EQ(cache.prefetched, 61U * 256);
  EXPECT_EQ(cache.in_vain, 0U);
  const Flow& memory = counts.path[0].level[0];
  EXPECT_EQ(memory.reads, 1U << 14);
  EXPECT_EQ(memory.bytes_read, 64U << 14);
  EXPECT_EQ(memory.prefetches, 61U * 256);
  EXPECT_EQ(memory.bytes_prefetched, 64U * 61 * 256);
}

// One line of each page: every other line that is brought is in vain, those in the cache at the end
// are not lost yet.
TEST(PrefetcherInRun, LinesNobodyWantsAreInVain) {
  const PhaseCounts counts =
      run(machine_with({Prefetching::next_line, 1, 0}), reads(0, 1000, 4096 + 128));
  const CacheCounters& cache = counts.core[0].cache[0];
  EXPECT_EQ(cache.read_misses, 1000U);
  EXPECT_NEAR(static_cast<double>(cache.prefetched), 1000 * 63.0 / 64, 20);
  EXPECT_EQ(counts.path[0].level[0].reads, cache.read_misses + cache.prefetched);
  EXPECT_GT(cache.in_vain, cache.prefetched - 64);
  EXPECT_LE(cache.in_vain, cache.prefetched);
}

TEST(PrefetcherInRun, WithoutOneNothingIsPrefetched) {
  const PhaseCounts counts = run(machine_with({}), reads(0, 1000, 64));
  EXPECT_EQ(counts.core[0].cache[0].prefetched, 0U);
  EXPECT_EQ(counts.path[0].level[0].prefetches, 0U);
}

}  // namespace
}  // namespace hpcast::memsim
