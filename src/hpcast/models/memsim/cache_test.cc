#include "hpcast/models/memsim/cache.h"

#include <gtest/gtest.h>

#include <vector>

#include "hpcast/models/memsim/reference_simulator.h"

namespace hpcast::memsim {
namespace {

CacheShape shape(std::uint64_t sets, std::uint32_t ways, Replacement replacement) {
  return {sets, ways, 6, replacement, WritePolicy::write_back, Inclusion::nine, {}};
}

class TestedCache : public Cache {
 public:
  explicit TestedCache(const CacheShape& s, Width width = Width::wide)
      : storage_(storage_words(s, width)) {
    init(s, storage_.data(), width);
  }
  // Uses the line, brought in if need be; returns the line it displaced, or -1.
  int use(std::uint64_t line) {
    if (touch(line) != 0) return -1;
    const Tag victim = insert(line, 0);
    return victim == 0 ? -1 : static_cast<int>(line_of(victim));
  }

 private:
  std::vector<std::uint64_t> storage_;
};

TEST(Cache, LruEvictsTheLineUsedLongestAgo) {
  TestedCache cache(shape(1, 3, Replacement::lru));
  for (const int line : {1, 2, 3, 1}) EXPECT_EQ(cache.use(line), -1);
  EXPECT_EQ(cache.use(4), 2);
  EXPECT_EQ(cache.use(5), 3);
  EXPECT_EQ(cache.use(6), 1);
}

TEST(Cache, LruKeepsTheOrderWhenALineIsTakenOut) {
  TestedCache cache(shape(1, 3, Replacement::lru));
  for (const int line : {1, 2, 3}) cache.use(line);
  EXPECT_EQ(line_of(cache.remove(2)), 2U);
  EXPECT_EQ(cache.remove(2), 0U);
  EXPECT_EQ(cache.use(4), -1);
  EXPECT_EQ(cache.use(5), 1);
  EXPECT_EQ(cache.use(6), 3);
}

// Asked for in vain most times, at any number of ways, whatever the lines' states.
TEST(Cache, MayHoldWhatItHoldsAndNoNeighbour) {
  for (const std::uint32_t ways : {1U, 2U, 3U, 8U, 11U}) {
    TestedCache cache(shape(2, ways, Replacement::lru));
    for (std::uint64_t line = 0; line < 2 * ways; ++line) {
      EXPECT_FALSE(cache.may_hold(line)) << ways << " ways, line " << line;
      cache.insert(line, line % 3 == 0 ? dirty_bit : line % 3 == 1 ? prefetched_bit : 0);
    }
    for (std::uint64_t line = 0; line < 2 * ways; ++line)
      EXPECT_TRUE(cache.may_hold(line)) << ways << " ways, line " << line;
    EXPECT_FALSE(cache.may_hold(2 * ways));
    EXPECT_TRUE(cache.may_hold(std::uint64_t{1} << 40)) << "as line 0, as far as it looks";
  }
}

// Four ways hold 0 1 2 3. The tree then points at 0; using 0 turns it to the upper half.
TEST(Cache, PlruFollowsTheOlderHalves) {
  TestedCache cache(shape(1, 4, Replacement::plru));
  for (const int line : {0, 1, 2, 3}) EXPECT_EQ(cache.use(line), -1);
  cache.use(0);
  EXPECT_EQ(cache.use(4), 2);  // upper half, its older leaf
  EXPECT_EQ(cache.use(5), 1);  // lower half: 0 was used last there
  EXPECT_EQ(cache.use(6), 3);  // upper half: 4 was used last there
  EXPECT_EQ(cache.use(7), 0);
}

TEST(Cache, RandomDrawsFromXorshiftOnlyWhenTheSetIsFull) {
  TestedCache cache(shape(1, 3, Replacement::random));
  std::uint64_t x = 0x9E3779B97F4A7C15ULL;
  std::vector<int> ways = {10, 11, 12};
  for (const int line : ways) EXPECT_EQ(cache.use(line), -1);
  for (int line = 20; line < 60; ++line) {
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    const auto way = static_cast<std::size_t>(((x * 0x2545F4914F6CDD1DULL) >> 32) * 3 >> 32);
    EXPECT_EQ(cache.use(line), ways[way]);
    ways[way] = line;
  }
}

TEST(Cache, SetsNeedNotBeAPowerOfTwo) {
  TestedCache cache(shape(3, 1, Replacement::lru));
  EXPECT_EQ(cache.use(0), -1);
  EXPECT_EQ(cache.use(1), -1);
  EXPECT_EQ(cache.use(2), -1);
  EXPECT_EQ(cache.use(4), 1);
  EXPECT_EQ(cache.use((1ULL << 41) + 2), 4);  // 2^41 is 2 modulo 3
}

TEST(Cache, SetIndexIsTheRemainder) {
  for (const std::uint64_t sets : {1ULL, 2ULL, 3ULL, 7ULL, 12ULL, 1000ULL, 65535ULL, 983040ULL}) {
    SetIndex index;
    index.init(sets);
    const std::vector<std::uint64_t> lines = {0,        1,          sets - 1,    sets,
                                              sets + 1, 0xffffffff, 0x100000000, 0x3ffffffffff};
    for (const std::uint64_t line : lines)
      EXPECT_EQ(index(line), line % sets) << line << " in " << sets;
  }
}

TEST(Cache, CleaningKeepsTheLineAndItsAge) {
  TestedCache cache(shape(1, 2, Replacement::lru));
  cache.use(1);
  cache.touch(1, dirty_bit);
  cache.use(2);
  EXPECT_TRUE(cache.holds_dirty(1));
  EXPECT_TRUE(cache.clean(1));
  EXPECT_FALSE(cache.clean(1));
  EXPECT_FALSE(cache.clean(3));
  EXPECT_EQ(cache.use(3), 1);
}

// Every shape against ways with time stamps, with lines taken out in between.
TEST(Cache, EqualsTheReferenceForEveryShape) {
  std::uint64_t random = 1;
  for (const Replacement replacement : {Replacement::lru, Replacement::plru, Replacement::random})
    for (const std::uint32_t ways : {1U, 2U, 3U, 4U, 7U, 8U, 16U, 64U})
      for (const std::uint64_t sets : {1U, 3U, 8U, 4096U, 3U << 12}) {
        if (replacement == Replacement::plru && (ways & (ways - 1)) != 0) continue;
        const CacheShape s = shape(sets, ways, replacement);
        TestedCache fast(s, sets < 4096 ? Cache::Width::wide : Cache::Width::fitting);
        reference_model::SlowCache slow(s);
        for (int i = 0; i < 2000; ++i) {
          random = random * 6364136223846793005ULL + 1442695040888963407ULL;
          // In many sets, of a few: spread to high addresses, whose tags are narrow there.
          const std::uint64_t line = sets < 4096 ? (random >> 33) % (2 * sets * ways + 1)
                                                 : (random >> 33) % (2 * ways + 1) * sets +
                                                       (random >> 60) + (1ULL << 40) / sets * sets;
          if (random >> 61 == 0) {
            EXPECT_EQ(fast.remove(line) != 0, slow.take(line << 6).there);
            continue;
          }
          const Tag held = fast.touch(line);
          ASSERT_EQ(held != 0, slow.use(line << 6) != nullptr);
          if (held != 0) {
            ASSERT_EQ(line_of(held), line);
          }
          if (slow.look(line << 6) != nullptr) continue;
          const Tag victim = fast.insert(line, 0);
          const reference_model::Line expected = slow.put(line << 6, false);
          ASSERT_EQ(victim != 0, expected.there);
          ASSERT_EQ(line_of(victim) << 6, expected.start);
        }
      }
}

}  // namespace
}  // namespace hpcast::memsim
