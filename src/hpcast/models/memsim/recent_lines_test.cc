#include "hpcast/models/memsim/recent_lines.h"

#include <gtest/gtest.h>

#include <vector>

#include "hpcast/models/memsim/private_core.h"

namespace hpcast::memsim {
namespace {

using reftrace::Op;

struct Nowhere {
  void emit(Word) {}
};

// A core with one private cache, LRU and write-back, of 16 sets.
struct OneCache {
  OneCache(std::uint32_t log2_line, std::uint32_t ways)
      : config{1, 0, 0, log2_line, {{16, ways, log2_line, {}, {}, {}, {}}}},
        storage(storage_words(config)),
        core(config, storage.data(), counters, sink) {}

  void reference(Op op, std::uint64_t address, std::uint32_t bytes) {
    each_line_part(address, bytes, config.level[0].log2_line,
                   [&](std::uint64_t a, std::uint32_t part) { core.reference(op, a, part, 0); });
  }

  PrivateConfig config;
  std::vector<std::uint64_t> storage;
  PrivateCounters counters{};
  Nowhere sink;
  PrivateCore<Nowhere> core;
};

// The same references to two cores: one is asked, of the other the cache alone.
template <std::uint32_t log2_line, std::uint32_t ways>
void compare_with_core() {
  OneCache asked(log2_line, ways), looked_at(log2_line, ways);
  const Cache* const lines = looked_at.core.recent_lines(log2_line, ways);
  ASSERT_NE(lines, nullptr);
  const RecentLines<log2_line, ways> recent(*lines);
  std::uint64_t random = 1;
  unsigned hits = 0;
  constexpr unsigned references = 20000;
  for (unsigned i = 0; i < references; ++i) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    const auto op = static_cast<Op>((random >> 60) % 3);
    const auto log2_size = static_cast<unsigned>(random >> 57) % reftrace::size_classes;
    const std::uint64_t any = (random >> 30) % (20 * ways << log2_line);
    const std::uint64_t address = (random >> 20) % 8 == 0 ? any : any >> log2_size << log2_size;
    const std::uint32_t bytes = 1U << log2_size;
    const bool hit = recent.hits(reftrace::reference(address, log2_size, op));
    const bool is_aligned = address % bytes == 0 && log2_size <= log2_line;
    ASSERT_EQ(hit, is_aligned && asked.core.hits_recent(op, address, bytes)) << "reference " << i;
    hits += hit;
    if (hit) continue;
    asked.reference(op, address, bytes);
    looked_at.reference(op, address, bytes);
    ASSERT_EQ(asked.storage, looked_at.storage) << "reference " << i;
  }
  EXPECT_GT(hits, references / 10);
  EXPECT_LT(hits, references / 2);
}

TEST(RecentLines, OfUsualCachesHitWhereTheCoreDoes) { compare_with_core<6, 8>(); }
TEST(RecentLines, OfTwelveWaysHitWhereTheCoreDoes) { compare_with_core<6, 12>(); }
TEST(RecentLines, OfLongLinesHitWhereTheCoreDoes) { compare_with_core<8, 4>(); }

TEST(RecentLines, AreOfTheCachesShapeOnly) {
  EXPECT_EQ(OneCache(6, 8).core.recent_lines(6, 4), nullptr);
  EXPECT_EQ(OneCache(6, 8).core.recent_lines(8, 8), nullptr);
}

TEST(RecentLines, DoNotTakeEventsForReferences) {
  OneCache cache(6, 8);
  cache.reference(Op::read, 0, 8);
  const RecentLines<6, 8> recent(*cache.core.recent_lines(6, 8));
  EXPECT_TRUE(recent.hits(reftrace::reference(0, 3, Op::read)));
  EXPECT_FALSE(recent.hits(reftrace::event_head(reftrace::Event::phase, 1)));
}

}  // namespace
}  // namespace hpcast::memsim
